import { type Day, type Month, monthName } from './calendar.ts'
import { nextRent } from './ledger.ts'
import { ksh } from './money.ts'

/** The debt of a month; without a month, the debt that corrections added beyond all payments. */
export interface OwedMonth {
  month: Month | null
  owed: number
}

/**
 * The debt, month by month: payments and corrections settle the earliest months first. The months add up to the whole debt,
 * and there are none when nothing is owed. The entry without a month is what corrections added beyond all payments.
 */
export function owedByMonth(
  entries: readonly { month: Month | null; amount: number }[],
): OwedMonth[] {
  const charged = new Map<Month, number>()
  let paid = 0
  for (const { month, amount } of entries) {
    if (month === null) paid -= amount
    else charged.set(month, (charged.get(month) ?? 0) + amount)
  }
  // A correction beyond the rent of its month pays for other months.
  for (const amount of charged.values()) if (amount < 0) paid -= amount
  const months = [...charged]
    .filter(([, amount]) => amount > 0)
    .sort(([one], [other]) => (one < other ? -1 : 1))
  const corrected = { month: null, owed: Math.max(0, -paid) }
  const rest = months.map(([month, amount]) => {
    const covered = Math.min(Math.max(0, paid), amount)
    paid -= covered
    return { month, owed: amount - covered }
  })
  return [corrected, ...rest].filter(({ owed }) => owed > 0)
}

/** The sum to pay, and when. A debt is due already; the next rent is added to it on its day. */
export interface Due {
  /** Everything that is to pay by `by`; 0 when credit covers it. */
  total: number
  /** The day of the next rent; null when none comes. */
  by: Day | null
  /** The next rent has no amount yet: it is that of the month of moving in, and isn't in `total`. */
  is_first_rent: boolean
  /** The part of it that is owed already, the earliest month first. */
  owed: OwedMonth[]
  /** Credit from paying ahead, which is subtracted. */
  credit: number
}

/** Null when nothing is owed and nothing more is to come. */
export function whatIsDue(
  balance: number,
  owed: OwedMonth[],
  next: { day: Day; amount: number | null } | null,
): Due | null {
  if (balance <= 0 && next === null) return null
  const is_first_rent = next !== null && next.amount === null
  return {
    total: Math.max(0, balance + (next?.amount ?? 0)),
    by: next?.day ?? null,
    is_first_rent,
    owed: balance > 0 ? owed : [],
    credit: is_first_rent ? 0 : Math.max(0, -balance),
  }
}

/** Bills by the term, of this month and later ones. */
export interface Billed {
  bills: readonly { due_day: Day; amount: number }[]
  /** The next month whose rent is charged by itself; null when it comes with the bill of a term. */
  next_month: Month | null
}

/** The next rent: a bill that isn't due yet, or else that of the first month that isn't billed. */
export function nextDue(
  rooms: Parameters<typeof nextRent>[0],
  billed: Billed | null,
  today: Day,
): { day: Day; amount: number | null } | null {
  if (!billed) return nextRent(rooms, today)
  const coming = billed.bills.filter(({ due_day, amount }) => due_day > today && amount > 0)
  const [bill] = coming.toSorted((one, other) => (one.due_day < other.due_day ? -1 : 1))
  if (bill) return { day: bill.due_day, amount: bill.amount }
  return billed.next_month === null ? null : nextRent(rooms, today, billed.next_month)
}

/** `whatIsDue` for an account: recurring fees are charged with the next rent. */
export function dueOfAccount(
  account: {
    current_month_balance: number
    owed_months: OwedMonth[]
    next_fees: number
    billed: Billed | null
  } & Parameters<typeof nextRent>[0],
  today: Day,
): Due | null {
  const next = nextDue(account, account.billed, today)
  return whatIsDue(
    account.current_month_balance,
    account.owed_months,
    next && next.amount !== null ? { ...next, amount: next.amount + account.next_fees } : next,
  )
}

/** How a language says what is due; days and months come without a year where it is this one. */
export interface DueWords {
  months: readonly string[]
  by: (sum: string, day: string) => string
  /** Where nothing is owed. */
  next: (sum: string, day: string) => string
  now: (sum: string) => string
  covered: (day: string) => string
  afterCredit: (credit: string) => string
  firstRent: (day: string) => string
  /** Where everything or a part of the sum is owed for one month. */
  allSince: (month: string) => string
  partSince: (sum: string, month: string) => string
  /** Where the sum is owed for two months. */
  two: (sum: string, month: string, otherSum: string, other: string) => string
  /** Where the sum is owed for more months, or for none. */
  allOldest: (month: string) => string
  partNow: (sum: string) => string
  partOldest: (sum: string, month: string) => string
}

export const englishDue: DueWords = {
  months: Array.from({ length: 12 }, (_, at) =>
    monthName(`2026-${String(at + 1).padStart(2, '0')}`),
  ),
  by: (sum, day) => `${sum} by ${day}`,
  next: (sum, day) => `Next rent: ${sum} by ${day}`,
  now: (sum) => `${sum} due now`,
  covered: (day) => `Nothing to pay on ${day}: your credit covers that rent`,
  afterCredit: (credit) => `after your ${credit} of credit`,
  firstRent: (day) => `first rent on ${day}`,
  allSince: (month) => `since ${month}`,
  partSince: (sum, month) => `${sum} of it since ${month}`,
  two: (sum, month, otherSum, other) =>
    `${sum} of it since ${month} and ${otherSum} since ${other}`,
  allOldest: (month) => `the oldest since ${month}`,
  partNow: (sum) => `${sum} of it due now`,
  partOldest: (sum, month) => `${sum} of it due now, the oldest since ${month}`,
}

export const swahiliDue: DueWords = {
  months:
    'Januari Februari Machi Aprili Mei Juni Julai Agosti Septemba Oktoba Novemba Desemba'.split(
      ' ',
    ),
  by: (sum, day) => `${sum} kufikia tarehe ${day}`,
  next: (sum, day) => `Kodi inayofuata: ${sum} kufikia tarehe ${day}`,
  now: (sum) => `${sum} unadaiwa sasa`,
  covered: (day) => `Hakuna cha kulipa tarehe ${day}: ulizolipa zaidi zinatosha kodi hiyo`,
  afterCredit: (credit) => `baada ya kutoa ${credit} ulizolipa zaidi`,
  firstRent: (day) => `kodi ya kwanza tarehe ${day}`,
  allSince: (month) => `tangu ${month}`,
  partSince: (sum, month) => `${sum} kati ya hizo tangu ${month}`,
  two: (sum, month, otherSum, other) =>
    `${sum} kati ya hizo tangu ${month} na ${otherSum} tangu ${other}`,
  allOldest: (month) => `deni la zamani zaidi ni la ${month}`,
  partNow: (sum) => `${sum} kati ya hizo unadaiwa sasa`,
  partOldest: (sum, month) =>
    `${sum} kati ya hizo unadaiwa sasa, deni la zamani zaidi ni la ${month}`,
}

/** In one sentence: `Ksh 6,000 by 1 December, Ksh 2,500 of it since October.` */
export function dueSentence(due: Due, today: Day, words: DueWords = englishDue): string {
  const { total, by, is_first_rent, owed, credit } = due
  const day = by && dayIn(words, by, today)
  const owes = owed.reduce((sum, one) => sum + one.owed, 0)
  const parts =
    day === null || is_first_rent
      ? [
          ...(owes > 0 ? [words.now(ksh(owes)), owedWords(words, owed, today, false)] : []),
          ...(day === null ? [] : [words.firstRent(day)]),
        ]
      : total === 0
        ? [words.covered(day)]
        : [
            owes > 0 ? words.by(ksh(total), day) : words.next(ksh(total), day),
            ...(owes > 0 ? [owedWords(words, owed, today, true)] : []),
            ...(credit > 0 ? [words.afterCredit(ksh(credit))] : []),
          ]
  const sentence = parts.filter(Boolean).join(', ')
  return `${sentence.charAt(0).toUpperCase()}${sentence.slice(1)}.`
}

/** `1 December`; in another year `1 January 2027` */
function dayIn({ months }: DueWords, day: Day, today: Day): string {
  const name = `${Number(day.slice(8))} ${months[Number(day.slice(5, 7)) - 1]}`
  return day.slice(0, 4) === today.slice(0, 4) ? name : `${name} ${day.slice(0, 4)}`
}

/** Since when the owed part is owed; `isPart`: more than it is to pay. */
function owedWords(words: DueWords, owed: OwedMonth[], today: Day, isPart: boolean): string {
  const sum = ksh(owed.reduce((total, one) => total + one.owed, 0))
  const since = owed.map(({ month, owed }) => ({
    month: month && dayIn(words, `${month}-01`, today).replace(/^1 /, ''),
    sum: ksh(owed),
  }))
  const dated = since.filter(({ month }) => month !== null)
  const [first, second] = since
  if (!dated[0]?.month) return isPart ? words.partNow(sum) : ''
  if (since.length === 1) {
    return isPart ? words.partSince(sum, dated[0].month) : words.allSince(dated[0].month)
  }
  if (since.length === 2 && first?.month && second?.month) {
    return words.two(first.sum, first.month, second.sum, second.month)
  }
  return isPart ? words.partOldest(sum, dated[0].month) : words.allOldest(dated[0].month)
}
