import { ksh } from '#rules/money.ts'
import { BusyIndicator } from '../ui/button.tsx'
import { unbroken } from './words.ts'

/** Crediting the money of one item. */
export interface Credit {
  /** Null while what was typed is no amount. */
  amount: number | null
  busy: string | null
  to(account_number: string): void
}

interface Props {
  credit: Credit
  account_number: string
  /** Room, name or number, as short as it is clear. */
  whom: string
  likely: boolean
}

/** Says again how much goes to whom. */
export function CreditButton({
  credit: { amount, busy, to },
  account_number,
  whom,
  likely,
}: Props) {
  const going = busy === account_number
  return (
    <button
      type="button"
      className={likely ? 'button block' : 'button secondary block'}
      aria-busy={going}
      disabled={amount === null}
      onClick={() => to(account_number)}
    >
      {amount === null ? 'Credit nothing yet' : unbroken(`Credit ${ksh(amount)} to ${whom}`)}
      {going && <BusyIndicator />}
    </button>
  )
}
