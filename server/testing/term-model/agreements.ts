import {
  type Account,
  type Agreement,
  atLeastNothing,
  balanceOf,
  beginOf,
  dayAt,
  daysFrom,
  type House,
  plusDays,
  sameDate,
  sum,
  todayOf,
} from './ledger.ts'

/** What is known of a payout: the last of its news that stand. */
export const roundOf = ({ helb }: House, round: number | null) =>
  helb.findLast((one) => one.round === round)
/** The last payout of which anything is known, while it is only expected. */
export function expectedHelb(house: House) {
  const last = roundOf(
    house,
    house.helb.map(({ round }) => round).toSorted((a, b) => b - a)[0] ?? null,
  )
  return last?.kind === 'expected' ? last : null
}

function judge(house: House, account: Account, { after, parts, agreed, ended }: Agreement) {
  const until =
    ended ??
    (agreed === null
      ? null
      : (account.agreements
          .flatMap((other) => (other.ended === null && other.agreed !== null ? [other.agreed] : []))
          .filter((time) => time > agreed)
          .toSorted((one, other) => one - other)[0] ?? null))
  const today = todayOf(house)
  const counts = account.paid.filter(({ isVoid, order }) => !isVoid && order > after)
  const paidBy = (time: number) =>
    sum(counts.filter(({ at }) => at < time).map(({ amount }) => amount))
  const all = atLeastNothing(paidBy(Number.POSITIVE_INFINITY))
  const dated = parts.map(({ day, round, days_after, amount }) => {
    const known = roundOf(house, round)
    const expected = day ?? (known ? plusDays(known.day, days_after ?? 0) : null)
    return {
      amount,
      round,
      days_after,
      expected,
      day: day ?? (known?.kind === 'came' ? expected : null),
    }
  })
  const sorted = [
    ...dated
      .filter(({ day }) => day !== null)
      .toSorted((one, other) => daysFrom(other.day ?? '', one.day ?? '')),
    ...dated.filter(({ day }) => day === null),
  ]
  let needed = 0
  let missing = 0
  const judged = sorted.map((part) => {
    needed += part.amount
    const end = part.day === null ? Number.POSITIVE_INFINITY : beginOf(plusDays(part.day, 1))
    const isCut = until !== null && until < end
    const isOver = part.day !== null && part.day < today
    if (isOver) missing = atLeastNothing(needed - all)
    const outcome =
      paidBy(isCut ? until : end) >= needed
        ? 'kept'
        : isCut
          ? 'ended'
          : isOver
            ? 'broken'
            : 'pending'
    const unpaid = until === null ? Math.min(part.amount, atLeastNothing(needed - all)) : 0
    return { ...part, outcome, unpaid }
  })
  const state = until !== null ? 'over' : agreed === null ? 'waiting' : 'in_force'
  const worst = ['broken', 'ended', 'pending'].find((one) =>
    judged.some(({ outcome }) => outcome === one),
  )
  return {
    state,
    parts: judged,
    outcome: worst ?? 'kept',
    missing: state === 'in_force' ? missing : 0,
    unpaid: sum(judged.map(({ unpaid }) => unpaid)),
  }
}
export const judgeAll = (house: House, account: Account) =>
  account.agreements.map((agreement) => ({ agreement, ...judge(house, account, agreement) }))

export const isOpen = ({ state, parts }: { state: string; parts: { outcome: string }[] }) =>
  state === 'waiting' ||
  (state === 'in_force' && parts.some(({ outcome }) => outcome === 'pending'))

/** What is owed, and what of the bills that a plan covers is due later. */
export function plannedOf(account: Account, agreement: Agreement | undefined): number {
  const covers = agreement?.covers ?? ''
  const ahead = account.ahead.filter(({ due }) => due <= covers)
  return balanceOf(account) + sum(ahead.map(({ amount }) => amount))
}

/** What may be promised, or why nothing. */
export function mayPromise(house: House, account: Account) {
  const { allowed, days, percent, per_half_year } = house.promises
  const owed = balanceOf(account)
  if (!allowed) return 'off'
  if (owed <= 0) return 'nothing_owed'
  if (judgeAll(house, account).some(isOpen)) return 'open'
  const since = sameDate(todayOf(house), -6)
  const made = account.agreements.filter((one) => one.kind === 'promise' && dayAt(one.made) > since)
  if (made.length >= per_half_year) return 'too_often'
  const most = Math.floor((owed * percent) / 100)
  return { most: Math.max(1, most), last_day: plusDays(todayOf(house), days) }
}
