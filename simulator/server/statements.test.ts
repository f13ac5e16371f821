import { read, utils } from '@e965/xlsx'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { addDays, dayOf } from '#rules/calendar.ts'
import { type Book, balancesOf, chargeFor, extractOf, type Transfer } from './movements.ts'
import type { ManualPayment } from './payments.ts'
import { issueStatement, periodOf, type StatementShape } from './statements.ts'

const nairobi = (time: string) => Date.parse(`${time}+03:00`)
const now = nairobi('2026-11-21T12:00:00')

const payment = (
  id: string,
  time: string,
  amount: number,
  more: Partial<ManualPayment> = {},
): ManualPayment => ({
  kind: 'paybill',
  id,
  shortcode: '174379',
  msisdn: '254712345126',
  amount,
  reference: 'AC7K4M9X',
  third_party_id: '',
  charge_cents: chargeFor(amount),
  paid_at: nairobi(time),
  sent: [],
  ...more,
})

/** Two payments, of which one goes back; a sweep and a withdrawal. */
const book: Book = {
  opening: { utility: 100_00, settlement: 50 },
  payments: [
    payment('UKJ0000001', '2026-11-19T23:59:59', 500),
    payment('UKK0000001', '2026-11-20T08:31:12', 6500),
    payment('UKK0000002', '2026-11-20T09:00:00', 1234.5, {
      msisdn: '254110000007',
      reference: '0850, "A"',
      charge_cents: undefined,
      reversed_at: nairobi('2026-11-20T17:00:01'),
      reversal_receipt: 'UKK0000005',
    }),
  ],
  transfers: [
    {
      kind: 'sweep',
      receipt: 'UKK0000003',
      shortcode: '174379',
      cents: 8_287_50,
      at: nairobi('2026-11-20T16:00:00'),
    },
    {
      kind: 'withdrawal',
      receipt: 'UKK0000004',
      shortcode: '174379',
      cents: 8_288_00,
      at: nairobi('2026-11-20T16:30:00'),
    },
  ],
}

const issue = (shape: StatementShape, from = '2026-11-20', until = '2026-11-20') =>
  issueStatement(
    book,
    { shape, shortcode: '174379', businessName: 'ACACIA COURT', from, until },
    now,
  )

const cellsOf = (content: string | Uint8Array) => {
  const { SheetNames, Sheets } = read(content, { type: 'buffer' })
  const [name = ''] = SheetNames
  const sheet = Sheets[name]
  return { name, rows: sheet ? utils.sheet_to_json<unknown[]>(sheet, { header: 1 }) : [] }
}

const portalLines = [
  'Receipt No,Completion Time,Details,Transaction Status,Paid In (KSHs),Withdrawn (KSHs),Balance (KSHs)',
  'UKK0000005,20/11/2026 17:00:01,"Pay Utility Reversal to 2541****007 - PRETEND **** PAYER Acc. 0850, ""A""",Completed,0.00,"1,234.50","-1,234.50"',
  'UKK0000004,20/11/2026 16:30:00,Agency Withdrawal of funds to Bank,Completed,0.00,"8,288.00",0.00',
  'UKK0000003,20/11/2026 16:00:00,Utility Account to Organization Settlement Account,Completed,"8,287.50",0.00,"8,288.00"',
  'UKK0000003,20/11/2026 16:00:00,Utility Account to Organization Settlement Account,Completed,0.00,"8,287.50",0.50',
  'UKK0000002,20/11/2026 09:00:00,"Pay Bill from 2541****007 - PRETEND **** PAYER Acc. 0850, ""A""",Completed,"1,234.50",0.00,"8,288.00"',
  'UKK0000001,20/11/2026 08:31:12,Pay Bill Charge,Completed,0.00,42.00,"7,053.50"',
  'UKK0000001,20/11/2026 08:31:12,Pay Bill from 2547****126 - PRETEND **** PAYER Acc. AC7K4M9X,Completed,"6,500.00",0.00,"7,095.50"',
]

describe('the statement of a day', () => {
  test('as the newer table names paybill and period only in its name', async () => {
    const { name, content } = await issue('csv')
    expect(name).toBe('Statements for 174379 from 2026-11-20 to 2026-11-20.csv')
    expect(String(content).split('\r\n')).toEqual([...portalLines, ''])
  })

  test('as a workbook has the same cells, all of them text', async () => {
    const { name, content } = await issue('xlsx')
    expect(name).toBe('Statements for 174379 from 2026-11-20 to 2026-11-20.xlsx')
    expect(Buffer.from(content).subarray(0, 2).toString()).toBe('PK')
    const { rows } = cellsOf(content)
    expect(rows).toHaveLength(portalLines.length)
    expect(rows[7]).toEqual([
      'UKK0000001',
      '20/11/2026 08:31:12',
      'Pay Bill from 2547****126 - PRETEND **** PAYER Acc. AC7K4M9X',
      'Completed',
      '6,500.00',
      '0.00',
      '7,095.50',
    ])
  })

  test('as the older export is a binary file with title rows and the utility account', async () => {
    const { name, content } = await issue('xls')
    expect(name).toMatch(/\.xls$/)
    expect(Buffer.from(content).subarray(0, 4).toString('hex')).toBe('d0cf11e0')
    const { name: sheet, rows } = cellsOf(content)
    expect(sheet).toBe('transaction')
    const sweep = 'Utility Account to Organization Settlement Account'
    const [title, line] = [rows.slice(0, 7), rows.slice(7)]
    expect(title).toEqual([
      ['Account Holder:', 'ACACIA COURT'],
      ['Short Code:', '174379'],
      ['Account:', 'Utility Account'],
      ['Time Period:', 'From', '20-11-2026 00:00:00', 'To', '20-11-2026 23:59:59'],
      [
        'Operator:',
        'pretend',
        'Organization:',
        'ACACIA COURT',
        'Date of Report:',
        '21-11-2026 12:00:00',
      ],
      [
        'Opening Balance:',
        595,
        'Closing Balance:',
        -1234.5,
        'Available Balance:',
        undefined,
        'Total Paid In:',
        7734.5,
        'Total Withdrawn:',
        -9564,
      ],
      'Receipt No.|Completion Time|Initiation Time|Details|Transaction Status|Paid In|Withdrawn|Balance|Balance Confirmed|Reason Type|Other Party Info|Linked Transaction ID|A/C No.|Currency'.split(
        '|',
      ),
    ])
    // Empty cells are left out.
    expect(line.map((row) => row.filter((cell) => cell !== undefined).join('|'))).toEqual([
      'UKK0000005|20-11-2026 17:00:01|20-11-2026 17:00:01|Pay Utility Reversal to 25411****007 - PRETEND **** PAYER Acc. 0850, "A"|Completed|-1234.5|-1234.5|true|Pay Utility Reversal|25411****007 - PRETEND **** PAYER|UKK0000002|KES',
      `UKK0000003|20-11-2026 16:00:00|20-11-2026 16:00:00|${sweep}|Completed|-8287.5|0|true|${sweep}|KES`,
      'UKK0000002|20-11-2026 09:00:00|20-11-2026 09:00:00|Pay Bill from 25411****007 - PRETEND **** PAYER Acc. 0850, "A"|Completed|1234.5|8287.5|true|Pay Utility|25411****007 - PRETEND **** PAYER|0850, "A"|KES',
      'UKK0000001|20-11-2026 08:31:12|20-11-2026 08:31:12|Pay Bill Charge|Completed|-42|7053|true|Pay Bill Charge|SP|KES',
      'UKK0000001|20-11-2026 08:31:12|20-11-2026 08:31:12|Pay Bill from 25471****126 - PRETEND **** PAYER Acc. AC7K4M9X|Completed|6500|7095|true|Pay Utility|25471****126 - PRETEND **** PAYER|AC7K4M9X|KES',
    ])
  })

  test('as the daily file has neither heads nor balances, and withdrawn before paid in', async () => {
    const { name, content } = await issue('daily', '2026-11-01', '2026-11-19')
    expect(name).toBe('Mpesa_174379_20261119235959.csv')
    expect(content).toBe(
      'UKJ0000001,2026-11-19 23:59:59,Pay Bill from 2547****126 - PRETEND **** PAYER Acc. AC7K4M9X,Completed,0,500.00\r\n' +
        'UKJ0000001,2026-11-19 23:59:59,Pay Bill Charge,Completed,5.00,0\r\n',
    )
  })

  test('on which nothing moved has its heads', async () => {
    expect((await issue('csv', '2026-11-01', '2026-11-02')).content).toBe(`${portalLines[0]}\r\n`)
    expect(cellsOf((await issue('xls', '2026-11-01', '2026-11-02')).content).rows).toHaveLength(7)
  })
})

const first = nairobi('2026-11-10T00:00:00')
const DAYS = 10
const instants = fc.integer({ min: first, max: first + DAYS * 24 * 3_600_000 - 1 })
const cents = fc.integer({ min: 1, max: 50_000_00 })

const payments = fc
  .record({
    amount: cents.map((sum) => sum / 100),
    charged: fc.boolean(),
    at: instants,
    reversed_after: fc.option(fc.integer({ min: 0, max: 5 * 24 * 3_600_000 })),
  })
  .map(({ amount, charged, at, reversed_after }): Omit<ManualPayment, 'id'> => {
    const { id: _, ...one } = payment('', '2026-11-10T00:00:00', amount)
    return {
      ...one,
      paid_at: at,
      charge_cents: charged ? chargeFor(amount) : undefined,
      ...(reversed_after !== null && { reversed_at: at + reversed_after }),
    }
  })
const transfers = fc.record({
  kind: fc.constantFrom('sweep' as const, 'withdrawal' as const),
  shortcode: fc.constant('174379'),
  cents,
  at: instants,
})
const books = fc
  .record({
    opening: fc.record({ utility: cents, settlement: cents }),
    payments: fc.array(payments, { maxLength: 30 }),
    transfers: fc.array(transfers, { maxLength: 6 }),
  })
  .map(
    ({ opening, payments, transfers }): Book => ({
      opening,
      payments: payments.map((one, at) => ({
        ...one,
        id: `UKAP${at}`,
        ...(one.reversed_at && { reversal_receipt: `UKAR${at}` }),
      })),
      transfers: transfers.map((one, at): Transfer => ({ ...one, receipt: `UKAT${at}` })),
    }),
  )

const centsOf = (cell: string | undefined) =>
  Math.round(Number(String(cell).replaceAll(',', '')) * 100)

describe('of random histories', () => {
  const dayNumbers = fc.integer({ min: 0, max: DAYS + 5 })

  test('the balance chains, the totals agree, and days follow each other', async () => {
    await fc.assert(
      fc.asyncProperty(books, dayNumbers, dayNumbers, async (book, one, other) => {
        const start = dayOf(new Date(first))
        const from = addDays(start, Math.min(one, other))
        const until = addDays(start, Math.max(one, other))
        const far = nairobi('2027-01-01T00:00:00')
        const asked = { shortcode: '174379', businessName: 'ACACIA COURT', from, until }
        const { content } = await issueStatement(book, { ...asked, shape: 'csv' }, far)
        const rows = String(content)
          .trim()
          .split('\r\n')
          .slice(1)
          .reverse()
          .map((line) => [...line.matchAll(/"([^"]*)"|([^,]+)/g)].map((m) => m[1] ?? m[2]))

        const before = extractOf(book, periodOf(start, addDays(from, -1)), { now: far })
        const extract = extractOf(book, periodOf(from, until), { now: far })
        const opened = from === start ? extract.opening : before.closing
        expect(extract.opening).toBe(opened)
        let balance = opened
        let [paid_in, withdrawn] = [0, 0]
        for (const row of rows) {
          const [into, out] = [centsOf(row[4]), centsOf(row[5])]
          balance += into - out
          paid_in += into
          withdrawn -= out
          expect(centsOf(row[6])).toBe(balance)
        }
        expect(extract).toMatchObject({ closing: balance, paid_in, withdrawn })

        const utility = extractOf(book, periodOf(from, until), { now: far, account: 'utility' })
        expect(utility.closing).toBe(utility.opening + utility.paid_in + utility.withdrawn)
        const whole = extractOf(book, periodOf(start, addDays(start, 30)), { now: far })
        const now = balancesOf(book, far)
        expect(whole.closing).toBe(now.utility + now.settlement)
      }),
      { numRuns: 100 },
    )
  })
})
