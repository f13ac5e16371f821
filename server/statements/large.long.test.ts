import { setImmediate as nextTurn } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { previewStatement, uploadStatement } from '#contract/statements.ts'
import { getAccountNumber } from '#contract/tenancy.ts'
import { type Caller, endServer, startServer, type TestServer } from '../testing/server.ts'
import { csvOf, payBill, portalName, portalRows, xls, xlsx } from '../testing/statements.ts'

const ROWS = 50_000
const now = new Date('2026-11-20T15:00:00Z')
const name = portalName('174379', '2026-11-20')
let server: TestServer
let grace: Caller
let account = ''

beforeAll(async () => {
  server = await startServer('postgres', { THROTTLE: 'off' }, () => now)
  grace = await server.signIn('staff@acacia.example', 'staff-demo-2026')
  const amina = await server.signIn('0712345678', '12345678')
  account = (await amina.call(getAccountNumber, {})).body.account_number
})
afterAll(() => endServer(server))

async function preview(content: string | Uint8Array<ArrayBuffer>) {
  // Making a large file takes seconds without a turn of the event loop; whether the server has ended an idle connection
  // meanwhile is seen in the next one.
  await nextTurn()
  return grace.call(previewStatement, {
    body: { file_name: name },
    files: { table: new Blob([content]) },
  })
}

/** Money that only moves between the residence's own accounts, apart from some payments. */
const manyRows = (count: number, payments: number) =>
  portalRows(
    Array.from({ length: count }, (_, at) => ({
      receipt: `UKK${String(at).padStart(7, '0')}`,
      at: new Date(Date.parse('2026-11-20T01:00:00Z') + at * 500),
      details: at < payments ? payBill(account) : 'Pay Bill Charge',
      cents: at < payments ? 10_000 : -100,
    })),
    1e9,
  )

test('50,000 rows are read, compared and kept', async () => {
  const rows = manyRows(ROWS, 500)
  const old = manyRows(3000, 500)
  for (const [content, new_rows] of [
    [xlsx(rows), ROWS],
    [xls(old), old.length - 1],
  ] as const) {
    const shown = await preview(content)
    expect([shown.status, shown.body]).toMatchObject([
      200,
      { new_rows, found: { credited: { rows: 500, cents: 5_000_000 } } },
    ])
  }
  const text = csvOf(rows)
  const { fingerprint } = (await preview(text)).body
  const done = await grace.call(uploadStatement, {
    body: { file_name: name, fingerprint },
    files: { table: new Blob([text]) },
  })
  expect(done.status, JSON.stringify(done.body)).toBe(201)
  // With one more line than the file that is known.
  const again = await preview(csvOf(manyRows(ROWS + 1, 500)))
  expect(again.body).toMatchObject({ new_rows: 1, found: { credited: { rows: 0 } } })
}, 400_000)

test('more rows than can be read are refused', async () => {
  const { status, body } = await preview(csvOf(manyRows(100_200, 0)))
  expect([status, body.fields?.table]).toEqual([400, expect.stringContaining('larger than')])
}, 120_000)

test('another book is no gap', async () => {
  const rows = manyRows(2001, 2001).map((row) => row.map((cell) => cell.replace('UKK', 'UKL')))
  const { status, body } = await preview(csvOf(rows))
  expect([status, body.fields?.table]).toEqual([
    400,
    expect.stringContaining('More than 2,000 payments of this file aren’t in the books.'),
  ])
}, 120_000)

/** A zip whose one file unpacks to many times its size, and says that it doesn't. */
function bomb(megabytes: number, said: number): Uint8Array<ArrayBuffer> {
  const packed = deflateRawSync(Buffer.alloc(megabytes * 1024 * 1024))
  const fileName = Buffer.from('xl/worksheets/sheet1.xml')
  const local = Buffer.alloc(30)
  local.writeUInt32LE(0x04034b50, 0)
  local.writeUInt16LE(8, 8)
  local.writeUInt32LE(packed.length, 18)
  local.writeUInt32LE(said, 22)
  local.writeUInt16LE(fileName.length, 26)
  const central = Buffer.alloc(46)
  central.writeUInt32LE(0x02014b50, 0)
  central.writeUInt16LE(8, 10)
  central.writeUInt32LE(packed.length, 20)
  central.writeUInt32LE(said, 24)
  central.writeUInt16LE(fileName.length, 28)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(1, 8)
  end.writeUInt16LE(1, 10)
  end.writeUInt32LE(central.length + fileName.length, 12)
  end.writeUInt32LE(local.length + fileName.length + packed.length, 16)
  return new Uint8Array(Buffer.concat([local, fileName, packed, central, fileName, end]))
}

test.each([1000, 0xff_ff])(
  'a zip bomb that says %i bytes is refused',
  async (said) => {
    const { status, body } = await preview(bomb(1000, said))
    expect([status, body.fields?.table]).toEqual([400, expect.stringContaining('larger than')])
  },
  60_000,
)
