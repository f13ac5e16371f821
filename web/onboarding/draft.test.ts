import { afterEach, describe, expect, test, vi } from 'vitest'
import * as z from 'zod/mini'
import { newUuid } from '../new-uuid.ts'
import { forgetDraft, keepDraft, readDraft } from './draft.ts'
import { blank } from './typed.ts'

const today = '2026-11-20'
const now = new Date('2026-11-20T09:00:00Z')
const later = (hours: number) => new Date(now.getTime() + hours * 60 * 60 * 1000)

function drawer() {
  const kept = new Map<string, string>()
  return {
    kept,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
  }
}

const submission_id = '6f1c8a52-6d5f-4a53-9d0e-0d8a7f6b5c4d'
const typed = { ...blank(today), full_name: 'Mwanaisha', id_number: '38114902', terms: true }

describe('a draft', () => {
  test('comes back as it was, for its own residence only', () => {
    const storage = drawer()
    keepDraft(storage, 'acacia-court', { submission_id, typed, photos: ['photo'] }, now)
    expect(readDraft(storage, 'acacia-court', today, later(1))).toEqual({
      submission_id,
      typed,
      photos: ['photo'],
    })
    expect(readDraft(storage, 'elsewhere', today, now)).toBeNull()
    forgetDraft(storage, 'acacia-court')
    expect(readDraft(storage, 'acacia-court', today, now)).toBeNull()
  })
  test('loses the ID number after a day, in the storage too, and goes after a month', () => {
    const storage = drawer()
    keepDraft(storage, 'acacia-court', { submission_id, typed, photos: [] }, now)
    const draft = readDraft(storage, 'acacia-court', today, later(25))
    expect(draft?.typed).toEqual({ ...typed, id_number: '' })
    expect([...storage.kept.values()].join()).not.toContain('38114902')
    expect(readDraft(storage, 'acacia-court', today, later(24 * 31))).toBeNull()
    expect(storage.kept.size).toBe(0)
  })
  test('moves a start that has passed to today', () => {
    const storage = drawer()
    keepDraft(storage, 'a', { submission_id, typed, photos: [] }, now)
    expect(readDraft(storage, 'a', '2026-11-22', later(48))?.typed.start_date).toBe('2026-11-22')
  })
  test.each(['', 'no json', '7', '{}', '{"kept_at":"x"}', '[]'])(
    'of another shape is none (%s)',
    (text) => {
      const storage = drawer()
      storage.kept.set('bweni.onboarding.a', text)
      expect(readDraft(storage, 'a', today, now)).toBeNull()
    },
  )
  test('of an older form gives what still fits', () => {
    const storage = drawer()
    const kept = { kept_at: now.getTime(), typed: { full_name: 'A', terms: 'yes', gone: 1 } }
    storage.kept.set('bweni.onboarding.a', JSON.stringify(kept))
    const draft = readDraft(storage, 'a', today, now)
    expect(draft?.typed).toEqual({ ...blank(today), full_name: 'A' })
    expect(draft?.submission_id).toMatch(/^[0-9a-f-]{36}$/)
  })
  test('is no draft where the browser keeps nothing', () => {
    const refuse = () => {
      throw new Error('denied')
    }
    const storage = { getItem: refuse, setItem: refuse, removeItem: refuse }
    keepDraft(storage, 'a', { submission_id, typed, photos: [] }, now)
    forgetDraft(storage, 'a')
    expect(readDraft(storage, 'a', today, now)).toBeNull()
  })
})

describe('a submission id', () => {
  afterEach(() => vi.unstubAllGlobals())
  test('is a UUID, also without https', () => {
    expect(z.uuid().safeParse(newUuid()).success).toBe(true)
    const getRandomValues = crypto.getRandomValues.bind(crypto)
    vi.stubGlobal('crypto', { getRandomValues })
    const made = Array.from({ length: 50 }, newUuid)
    expect(made.every((id) => z.uuid().safeParse(id).success)).toBe(true)
    expect(new Set(made).size).toBe(50)
  })
})
