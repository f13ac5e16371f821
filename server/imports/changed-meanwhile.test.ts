import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type ImportPreview, importTable, previewImport, undoImport } from '#contract/imports.ts'
import { changeContact } from '#contract/tenant-record.ts'
import { findTenants, getTenant, listRooms } from '#contract/tenants.ts'
import type { ImportKind } from '#rules/import-columns.ts'
import {
  type Caller,
  databases,
  endServer,
  startServer,
  type TestServer,
} from '../testing/server.ts'

describe.each(databases)(
  'an import of something that has changed since its preview on %s',
  (db) => {
    let server: TestServer
    let grace: Caller
    beforeAll(async () => {
      server = await startServer(db, { THROTTLE: 'off' })
      grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
    })
    afterAll(() => endServer(server))

    const files = (text: string) => ({ table: new Blob([text], { type: 'text/csv' }) })
    const look = async (kind: ImportKind, text: string) =>
      (await grace.call(previewImport, { params: { kind }, body: {}, files: files(text) })).body
    const run = (kind: ImportKind, text: string, { fingerprint }: ImportPreview) =>
      grace.call(importTable, { params: { kind }, body: { fingerprint }, files: files(text) })

    async function open(name: string) {
      const { body } = await grace.call(findTenants, { query: { q: name } })
      return (await grace.call(getTenant, { params: { id: String(body[0]?.id) } })).body
    }
    const contactOf = async (name: string) => (await open(name)).contact
    async function save(name: string, changes: { phone_number?: string; email?: string }) {
      const { id, contact } = await open(name)
      const now = { ...contact, phone_number: contact.phone_number ?? '', ...changes }
      const body = { was: contact, now }
      const saved = await grace.call(changeContact, { params: { id: String(id) }, body })
      expect(saved.status, JSON.stringify(saved.body)).toBe(200)
    }
    /** The refusal brings the new preview, which can be imported. */
    async function isRefused(kind: ImportKind, text: string, shown: ImportPreview) {
      const { status, body } = await run(kind, text, shown)
      expect([status, body.code]).toEqual([409, 'changed_meanwhile'])
      expect(body.effect).toEqual(await look(kind, text))
      return body.effect as ImportPreview
    }

    test('a number that somebody else has by now doesn’t give them the address', async () => {
      const { phone_number: phone } = await contactOf('Achieng')
      const text = `Phone,Email\n${phone},achieng@example.org\n`
      const shown = await look('contacts', text)
      expect(shown.effects).toEqual([
        expect.stringMatching(/^Achieng Odhiambo: email achieng@example.org instead of/),
      ])
      await save('Achieng', { phone_number: '0798000001' })
      await save('Wafula', { phone_number: phone ?? '' })
      const wafula = await contactOf('Wafula')
      const newer = await isRefused('contacts', text, shown)
      expect(newer.effects).toEqual([expect.stringContaining('Wafula Barasa: ')])
      expect(await contactOf('Wafula')).toEqual(wafula)
      expect((await run('contacts', text, newer)).status).toBe(201)
    })

    test('what a colleague has saved since stays', async () => {
      const text = 'ID,Phone\n23456789,0799000111\n'
      const shown = await look('contacts', text)
      expect(shown.effects).toEqual(['Brian Kamau: phone 0799 000 111 instead of 0722 000 002'])
      await save('Brian', { phone_number: '0744000222' })
      const newer = await isRefused('contacts', text, shown)
      expect((await contactOf('Brian')).phone_number).toBe('254744000222')
      expect(newer.effects).toEqual(['Brian Kamau: phone 0799 000 111 instead of 0744 000 222'])
      expect((await run('contacts', text, newer)).status).toBe(201)
    })

    test('other rooms than those of the preview, though as many', async () => {
      const first = 'Room,Rent\nC1,5000\n'
      const made = await run('rooms', first, await look('rooms', first))
      const text = 'Room,Rent\nC1,5000\nC2,5000\n'
      const shown = await look('rooms', text)
      expect(shown).toMatchObject({ added: 1, unchanged: 1 })
      await grace.call(undoImport, { params: { id: String(made.body.id) } })
      const second = 'Room,Rent\nC2,5000\n'
      await run('rooms', second, await look('rooms', second))
      const newer = await isRefused('rooms', text, shown)
      expect(newer).toMatchObject({ added: 1, unchanged: 1 })
      const rooms = (await grace.call(listRooms, { query: {} })).body
      expect(rooms.some(({ room_number }) => room_number === 'C1')).toBe(false)
    })

    test('another room of the same number isn’t the one of the preview', async () => {
      const room = 'Room,Rent\nD1,5000\n'
      const made = await run('rooms', room, await look('rooms', room))
      const text = 'Name,Phone,ID,Room,Since\nWairimu Njoroge,0790111222,39000001,D1,1/9/2026\n'
      const shown = await look('tenants', text)
      expect(shown).toMatchObject({ added: 1, bad: 0 })
      await grace.call(undoImport, { params: { id: String(made.body.id) } })
      expect((await isRefused('tenants', text, shown)).bad).toBe(1)
      await run('rooms', room, await look('rooms', room))
      const newer = await isRefused('tenants', text, shown)
      expect((await run('tenants', text, newer)).status).toBe(201)
    })
  },
)
