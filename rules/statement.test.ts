import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { followBalance } from './balance-chain.ts'
import { readBankStatement } from './bank-statement.ts'
import { kindOf, partsOf, readMpesaStatement } from './mpesa-statement.ts'
import { rowKeys, type Statement, type StatementRow, wholeDays } from './statement.ts'
import { type Cell, readCents, readTime, StatementError } from './statement-cells.ts'
import { checkStatement } from './statement-checks.ts'

const iso = (cell: Cell) => readTime(cell)?.toISOString() ?? null

describe('cells', () => {
  test.each([
    ['04/01/2026 16:15:18', '2026-01-04T13:15:18.000Z'],
    ['13-10-2025 23:59:59', '2025-10-13T20:59:59.000Z'],
    ['2026-10-01 08:00:00', '2026-10-01T05:00:00.000Z'],
    ['1.10.26 8:05', '2026-10-01T05:05:00.000Z'],
    ['20 Oct 2025 4:26 PM', '2025-10-20T13:26:00.000Z'],
    ['05/11/2026', '2026-11-04T21:00:00.000Z'],
    [46_000.5, '2025-12-09T09:00:00.000Z'],
    [new Date('2025-12-09T12:00:00Z'), '2025-12-09T09:00:00.000Z'],
    // Month first, and days that don't exist.
    ['10/13/2025 10:00:00', null],
    ['31/02/2026', null],
    ['04/01/2026 25:00:00', null],
    ['04/01/1926', null],
    ['Total', null],
    ['', null],
    [null, null],
  ])('%s is %s', (cell, expected) => {
    expect(iso(cell)).toBe(expected)
  })

  test.each<[Cell, number | null]>([
    ['1,100.00', 110_000],
    ['KES 1,234.50', 123_450],
    ['Ksh 6500', 650_000],
    ['1500/=', 150_000],
    ['(100)', -10_000],
    ['-100.5', -10_050],
    ['100-', -10_000],
    ['100 DR', -10_000],
    ['100 CR', 10_000],
    ['', 0],
    ['-', 0],
    [null, 0],
    [52_122.75, 5_212_275],
    [-75_000, -7_500_000],
    ['1.100,00', null],
    ['12,34', null],
    ['=2+3', null],
    ['(100', null],
    ['abc', null],
    [new Date(0), null],
  ])('%s is %s cents', (cell, expected) => {
    expect(readCents(cell)).toBe(expected)
  })

  test('an amount that is written in any of these ways is read back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -1e11, max: 1e11 }), (cents) => {
        const text = (Math.abs(cents) / 100).toFixed(2)
        const grouped = text.replace(/\B(?=(\d{3})+\.)/g, ',')
        const positive = Math.abs(cents)
        expect(readCents(grouped)).toBe(positive)
        expect(readCents(`KES ${grouped} CR`)).toBe(positive)
        expect(readCents(`(${text})`)).toBe(-positive || 0)
        expect(readCents(cents / 100)).toBe(cents)
      }),
    )
  })
})

describe('what a row is about', () => {
  const facts = (details: string, cents: number, reason = '') => {
    const parts = partsOf(details)
    return { ...parts, details, cents, reason }
  }
  test.each([
    ['Pay Bill from 2547****111 - ALICE WANJIRU EXAMPLE Acc. alice', 1, 'payment'],
    ['Pay Bill Online from 2547****111 - ALICE Acc. ', 1, 'payment'],
    ['Small Business Pay Bill from 2547****111 - X Acc. 1', 1, 'payment'],
    ['Merchant Pay Utility Received from 123456 - SHOP Acc. 1', 1, 'payment'],
    ['FSI to Pay Bill by 999002 - A BANK Acc. 850060 via WEB by BANK\\B2BUser1', 1, 'payment'],
    ['Business Pay Bill via API by 888001 - A FIRM Acc. 850060', 1, 'payment'],
    // What a payer typed makes nothing else of a payment.
    ['Pay Bill from 2547****111 - ALICE Acc. reversal of charge', 1, 'payment'],
    ['Utility Account to Organization Settlement Account', 1, 'sweep'],
    ['Utility Account to Organization Settlement Account', -1, 'sweep'],
    ['Organization Settlement Account to Organization MMF Account', -1, 'sweep'],
    ['Organization Funds Transfer from 1 - A to 2', 1, 'sweep'],
    ['Agency Withdrawal of funds to Bank by A', -1, 'withdrawal'],
    ['Organization Settlement Account Withdrawal of funds to Bank', -1, 'withdrawal'],
    ['Pay Bill Charge', -1, 'charge'],
    ['Pay Utility Reversal', -1, 'reversal'],
    ['Reversal of Pay Bill transaction TJK6H7T0JT', -1, 'reversal'],
    ['Something new', 1, 'not_ours'],
    ['Something new', -1, 'withdrawal'],
  ] as const)('%s, %i: %s', (details, cents, kind) => {
    expect(kindOf(facts(details, cents))).toBe(kind)
  })

  test.each([
    [
      'Pay Bill from 25470****111 - ALICE **** EXAMPLE Acc. 850060',
      '25470****111 - ALICE **** EXAMPLE',
      '850060',
    ],
    [
      'FSI to Pay Bill by 999002 - A BANK Acc. AC7K 4M9X via WEB by BANK\\B2BUser1',
      '999002 - A BANK',
      'AC7K 4M9X',
    ],
    ['Pay Bill from 2547****111 - ALICE Acc.', '2547****111 - ALICE', ''],
    // Found by whom it went back to: the same words as in their payment.
    [
      'Pay Utility Reversal to 25470****111 - ALICE **** EXAMPLE Acc. 850060',
      '25470****111 - ALICE **** EXAMPLE',
      '850060',
    ],
    ['Utility Account to Organization Settlement Account', '', ''],
    ['Pay Bill Charge', '', ''],
  ])('%s: the payer and what they typed', (details, payer, reference) => {
    expect(partsOf(details)).toMatchObject({ payer, reference })
  })
})

const at = (seconds: number) => new Date(Date.parse('2026-11-20T06:00:00Z') + seconds * 1000)

function rowsOf(steps: { seconds: number; cents: number }[], opening: number): StatementRow[] {
  let time = 0
  let balance = opening
  return steps.map(({ seconds, cents }, index) => {
    time += seconds
    balance += cents
    return {
      line: index + 2,
      receipt: `UKK${String(index).padStart(7, '0')}`,
      at: at(time),
      details: '',
      kind: 'payment',
      reference: null,
      payer: null,
      cents,
      balance_cents: balance,
      reversed_receipt: null,
    }
  })
}

const statementOf = (rows: StatementRow[], more: Partial<Statement> = {}): Statement => ({
  source: 'paybill',
  shape: 'portal_table',
  account: '174379',
  ...wholeDays('2026-11-20', '2026-11-20'),
  opening_cents: null,
  closing_cents: null,
  paid_in_cents: null,
  rows,
  not_completed: 0,
  ...more,
})

const steps = fc.array(
  fc.record({
    seconds: fc.integer({ min: 0, max: 3 }),
    cents: fc.integer({ min: -500, max: 100_000 }).filter((cents) => cents !== 0),
  }),
  { minLength: 1, maxLength: 30 },
)

describe('the running balance', () => {
  test('chains from either end, with rows of the same second in any order', () => {
    fc.assert(
      fc.property(
        steps,
        fc.integer({ min: 0, max: 1e6 }),
        fc.infiniteStream(fc.nat()),
        (list, opening, order) => {
          const rows = rowsOf(list, opening)
          const shuffled = rows
            .map((row) => ({ row, place: order.next().value ?? 0 }))
            .sort(
              (one, other) =>
                one.row.at.getTime() - other.row.at.getTime() || one.place - other.place,
            )
            .map(({ row }) => row)
          const closing = rows.at(-1)?.balance_cents ?? 0
          for (const some of [rows, rows.toReversed(), shuffled, shuffled.toReversed()]) {
            const { breaks, ends } = followBalance(some, opening)
            expect(breaks).toEqual([])
            expect(ends?.has(closing)).toBe(true)
          }
        },
      ),
    )
  })

  test('a row that is missing in between is noticed', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (list, place) => {
        // Each in a second of its own: two missing rows of one second may cancel each other out.
        const rows = rowsOf(
          list.map(({ cents }) => ({ seconds: 1, cents })),
          5000,
        )
        fc.pre(rows.length > 2)
        const without = rows.toSpliced(1 + (place % (rows.length - 2)), 1)
        expect(followBalance(without, null).breaks).not.toEqual([])
      }),
    )
  })

  test('opening and closing balance fit, or it is said', () => {
    const rows = rowsOf([{ seconds: 1, cents: 1000 }], 500)
    const check = (more: Partial<Statement>) => () =>
      checkStatement(statementOf(rows, more), { shortcode: '174379' })
    expect(check({ opening_cents: 500, closing_cents: 1500, paid_in_cents: 1000 })()).toEqual([
      'It is for your paybill, 174379.',
      'Every row is from 20 Nov 2026, as the file says.',
      'The rows add up to Ksh\u00a010, as the file says.',
      'Every balance follows from the one before it, from Ksh\u00a05 to Ksh\u00a015.',
    ])
    expect(check({ opening_cents: 400 })).toThrow('The balance in line 2')
    expect(check({ closing_cents: 1400 })).toThrow(
      'don’t end with the closing balance of Ksh\u00a014',
    )
    expect(check({ paid_in_cents: 900 })).toThrow('but the file says Ksh\u00a09')
    expect(check({ account: '160745' })).toThrow('This statement is for paybill 160745.')
    expect(check(wholeDays('2026-11-19', '2026-11-19'))).toThrow('but line 2 is from 20 Nov 2026')
  })
})

test('rows of overlapping files have the same keys, and equal lines have one each', () => {
  fc.assert(
    fc.property(steps, fc.nat(), (list, cut) => {
      const rows = rowsOf(list, 0)
      const bank = statementOf([...rows, ...rows], { source: 'bank' })
      expect(new Set(rowKeys(bank)).size).toBe(rows.length * 2)
      const part = rows.slice(cut % rows.length)
      const all = new Set(rowKeys(statementOf(rows)))
      expect(rowKeys(statementOf(part)).every((key) => all.has(key))).toBe(true)
    }),
  )
})

describe('files', () => {
  const heads = [
    'Receipt No',
    'Completion Time',
    'Details',
    'Transaction Status',
    'Paid In (KSHs)',
    'Withdrawn (KSHs)',
    'Balance (KSHs)',
  ]
  const name = 'Statements for 174379 from 2026-01-01 to 2026-01-31 (1).csv'
  const row = (cells: string[]) => [
    'TESTN00001',
    '04/01/2026 16:15:18',
    'Pay Bill from 1 - A Acc. x',
    'Completed',
    ...cells,
  ]
  const file = (cells: Cell[][], more: object = {}) => ({ name, cells, is_text: true, ...more })

  test.each([
    ['cut off', [heads, row(['1,100.00'])], 'The file is cut off in line 2.'],
    [
      'an account of a spreadsheet',
      [heads, ['1.2E+10', ...row(['1', '0', '1']).slice(1)]],
      '“1.2E+10” isn’t a code',
    ],
    [
      'a month before its day',
      [heads, ['TESTN00001', '01/31/2026 16:15:18', '', 'Completed', '1', '0', '1']],
      'isn’t a date with its day first',
    ],
    ['a formula', [heads, row(['=1+1', '0', '1'])], '“=1+1” isn’t an amount.'],
    [
      'a sum without quotation marks',
      [heads, row(['1', '100.00', '0.00', '1', '100.00'])],
      'Line 2 has 9 cells, but there are 7 headings. A sum or text with a comma belongs in quotation marks',
    ],
  ])('%s is refused with its line', (_, cells, message) => {
    expect(() => readMpesaStatement(file(cells))).toThrow(message)
  })

  test('without its name nobody knows which paybill it is from', () => {
    const cells = [heads, row(['1', '0', '1'])]
    expect(() => readMpesaStatement(file(cells, { name: 'october.csv' }))).toThrow(StatementError)
  })

  test.each([
    [['Time Period:', 'From', '10-10-2025 00:00:00', 'To', '13-10-2025 23:59:59']],
    [['Time Period: From 10-10-2025 00:00:00 To 13-10-2025 23:59:59']],
    [['Time Period:', 'From 10-10-2025', 'To 13-10-2025']],
    [['Time Period:', 'From', new Date('2025-10-10T00:00:00Z'), 'To', '13-10-2025']],
  ])('the period of the older export: %o', (period) => {
    const cells: Cell[][] = [
      ['Short Code: 174379'],
      period,
      [
        'Opening Balance:',
        0,
        'Closing Balance:',
        11,
        'Available Balance:',
        null,
        'Total Paid In:',
        11,
      ],
      ['Receipt No.', 'Completion Time', 'Details', 'Transaction Status', 'Paid In', 'Withdrawn'],
      ['TESTN00001', '13-10-2025 08:00:00', 'Pay Bill from 1 - A Acc. x', 'Completed', 11, null],
    ]
    expect(readMpesaStatement(file(cells, { is_text: false }))).toMatchObject({
      shape: 'portal_xls',
      account: '174379',
      from: new Date('2025-10-09T21:00:00Z'),
      until: new Date('2025-10-13T20:59:59Z'),
      opening_cents: 0,
      closing_cents: 1100,
      paid_in_cents: 1100,
      rows: [{ cents: 1100, reference: 'x' }],
    })
  })

  test('a code that comes in twice is one payment', () => {
    const cells = [
      heads,
      row(['1,100.00', '0.00', '1,100.00']),
      row(['1,100.00', '0.00', '2,200.00']),
    ]
    expect(readMpesaStatement(file(cells)).rows.map(({ kind }) => kind)).toEqual([
      'payment',
      'not_ours',
    ])
  })

  const hints = { account: 'Equity', remembered: {}, columns: null, shortcode: '174379' }
  const bank = (cells: Cell[][], more = {}) =>
    readBankStatement({ name: 'bank.csv', cells, is_text: true }, { ...hints, ...more })

  test('the heading of a bank’s table is looked for, and its columns are known by many names', () => {
    const { statement, columns } = bank([
      ['Account statement', '', '', ''],
      ['Account No', '0123', '', ''],
      [],
      ['Value Date', 'Transaction Date', 'Narration', 'Debits', 'Credits', 'Running Balance'],
      ['02/10/2026', '01/10/2026', 'EFT AC7K4M9X', '', 'KES 1,234.50', '1,334.50'],
      ['02/10/2026', '02/10/2026', 'Ledger fee', '100 DR', '', '1,234.50'],
      ['02/10/2026', '02/10/2026', 'MPESA SETTLEMENT 174379', '', '5,000.00', '6,234.50'],
      ['', '', 'Total', '100', '6,234.50', ''],
    ])
    expect(columns).toEqual([null, 'date', 'description', 'paid_out', 'paid_in', 'balance'])
    expect(statement?.rows.map(({ kind, cents }) => [kind, cents])).toEqual([
      ['payment', 123_450],
      ['charge', -10_000],
      ['sweep', 500_000],
    ])
  })

  test('a bank’s sum without quotation marks is never another sum', () => {
    const cells = [
      ['Date', 'Details', 'Credit', ''],
      ['1/10/2026', 'Rent', '1', '500'],
      ['', 'Ours are all well', '', '', 'x'],
    ]
    expect(() => bank(cells)).toThrow('Line 2 has 4 cells, but there are 3 headings.')
    const [heads = [], row = [], below = []] = cells
    const quoted = [heads, [...row.slice(0, 2), '1,500', '', ''], below]
    expect(bank(quoted).statement?.rows.map(({ cents }) => cents)).toEqual([150_000])
    // A spreadsheet has its cells for sure, and banks put marks beside their tables.
    const sheet = { name: 'bank.xlsx', cells, is_text: false }
    expect(readBankStatement(sheet, hints).statement?.rows.map(({ cents }) => cents)).toEqual([100])
  })

  test('columns that aren’t known are asked for, as they were set the last time', () => {
    const cells = [
      ['Siku', 'Maelezo', 'Kiasi'],
      ['1/10/2026', 'Rent', '500 CR'],
      ['2/10/2026', 'Cash', '(200)'],
    ]
    expect(bank(cells)).toMatchObject({
      missing: ['Date', 'Description', 'Money in'],
      statement: null,
    })
    const columns = ['date', 'description', 'amount']
    const remembered = { siku: 'date', maelezo: 'description', kiasi: 'amount' }
    for (const known of [{ columns }, { remembered }]) {
      expect(bank(cells, known).statement?.rows.map(({ cents }) => cents)).toEqual([
        50_000, -20_000,
      ])
    }
  })

  test('a reference in two rows names neither for sure', () => {
    const { statement } = bank([
      ['Date', 'Details', 'Ref', 'Credit'],
      ['1/10/2026', 'One', 'MPESA', '500'],
      ['1/10/2026', 'Two', 'mpesa', '500'],
    ])
    expect(statement?.rows.map(({ receipt }) => receipt)).toEqual(['MPESA', null])
  })

  test('what is no table at all is refused', () => {
    expect(() => bank([['Hello'], ['world']])).toThrow('This isn’t a statement that can be read.')
  })
})

test('a quiet month of sweeps takes no time: of too many possible balances none is known', () => {
  const rows = Array.from({ length: 60 }, (_, at) => at).flatMap((day) =>
    [1, -1].map((sign) => ({
      kind: 'sweep' as const,
      at: new Date(Date.UTC(2026, 0, 1 + day)),
      cents: sign * (day * day * 977 + 1),
      balance_cents: sign > 0 ? day * 1_000_003 : day * 7,
    })),
  )
  expect(followBalance(rows, 5000)).toMatchObject({ ends: null, breaks: [] })
})
