import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { newUuid } from '../new-uuid.ts'
import { deleteDraft, readDraft, saveDraft } from './draft.ts'
import { emptyForm } from './form-model.ts'

const today = '2026-11-20'
const now = new Date('2026-11-20T09:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000)

function stubStorage() {
  const items = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  })
  return items
}
afterEach(() => vi.unstubAllGlobals())

const submission_id = '6f1c8a52-6d5f-4a53-9d0e-0d8a7f6b5c4d'
const typed = { ...emptyForm(today), full_name: 'Mwanaisha', id_number: '38114902', terms: true }

describe('a draft', () => {
  test('is restored unchanged, only for its own residence', () => {
    stubStorage()
    saveDraft('acacia-court', { submission_id, typed, photos: ['photo'] }, now)
    expect(readDraft('acacia-court', today, later(1))).toEqual({
      submission_id,
      typed,
      photos: ['photo'],
    })
    expect(readDraft('elsewhere', today, now)).toBeNull()
    deleteDraft('acacia-court')
    expect(readDraft('acacia-court', today, now)).toBeNull()
  })
  test('loses the ID number after a day, also in storage, and is deleted after a month', () => {
    const items = stubStorage()
    saveDraft('acacia-court', { submission_id, typed, photos: [] }, now)
    const draft = readDraft('acacia-court', today, later(25))
    expect(draft?.typed).toEqual({ ...typed, id_number: '' })
    expect([...items.values()].join()).not.toContain('38114902')
    expect(readDraft('acacia-court', today, later(24 * 31))).toBeNull()
    expect(items.size).toBe(0)
  })
  test('moves a start date in the past to today, but not that of staff', () => {
    stubStorage()
    saveDraft('a', { submission_id, typed, photos: [] }, now)
    expect(readDraft('a', '2026-11-22', later(48), true)?.typed.start_date).toBe(today)
    expect(readDraft('a', '2026-11-22', later(48))?.typed.start_date).toBe('2026-11-22')
  })
  test.each(['', 'no json', '7', '{}', '{"kept_at":"x"}', '[]'])(
    'of another shape is none (%s)',
    (text) => {
      const items = stubStorage()
      items.set('bweni.onboarding.a', text)
      expect(readDraft('a', today, now)).toBeNull()
    },
  )
  test('of an older form restores the fields that still exist', () => {
    const items = stubStorage()
    const stored = { kept_at: now.getTime(), typed: { full_name: 'A', terms: 'yes', gone: 1 } }
    items.set('bweni.onboarding.a', JSON.stringify(stored))
    const draft = readDraft('a', today, now)
    expect(draft?.typed).toEqual({ ...emptyForm(today), full_name: 'A' })
    expect(draft?.submission_id).toMatch(/^[0-9a-f-]{36}$/)
  })
  test('does not exist in a browser without storage', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    vi.stubGlobal('localStorage', { getItem: refuse, setItem: refuse, removeItem: refuse })
    saveDraft('a', { submission_id, typed, photos: [] }, now)
    deleteDraft('a')
    expect(readDraft('a', today, now)).toBeNull()
  })
})

describe('a submission id', () => {
  test('is a UUID, also without https', () => {
    expect(z.uuid().safeParse(newUuid()).success).toBe(true)
    const getRandomValues = crypto.getRandomValues.bind(crypto)
    vi.stubGlobal('crypto', { getRandomValues })
    const made = Array.from({ length: 50 }, newUuid)
    expect(made.every((id) => z.uuid().safeParse(id).success)).toBe(true)
    expect(new Set(made).size).toBe(50)
  })
})
