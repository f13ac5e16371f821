import { CircleCheck, CircleX } from 'lucide-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { ksh } from '#rules/money.ts'
import type { Menu, MenuEvent, Question } from './menu.ts'
import { StkCard } from './stk-card.tsx'

interface Props {
  menu: Menu
  /** The home screen. */
  home: string
  business: string | null
  onEvent: (event: MenuEvent) => void
}

const mending: Record<Question | 'confirm', string> = {
  business: 'Change the business number',
  account: 'Change the account number',
  amount: 'Change the amount',
  pin: 'Type another PIN',
  confirm: 'Try again',
}

/** What became of the money. */
export function MenuEnding({ menu, home, business, onEvent }: Props) {
  const { stage, typed } = menu
  if (stage.at === 'sent')
    return (
      <Ending
        icon={<CircleCheck className="icon" aria-hidden="true" />}
        word="Sent."
        text={
          <>
            {ksh(Number(typed.amount))} to {business ?? `business no. ${typed.business}`}, account{' '}
            {typed.account.trim()}. Receipt <span className="tabular">{stage.receipt}</span>
          </>
        }
      >
        <Link
          className="button mpesa block"
          to={home}
          preventScrollReset
          onClick={() => onEvent({ type: 'went_back' })}
        >
          OK
        </Link>
      </Ending>
    )
  if (stage.at !== 'refused') return null
  return (
    <Ending
      icon={<CircleX className="icon error" aria-hidden="true" />}
      word={stage.lost ? 'No answer came back.' : 'Not sent.'}
      text={
        stage.lost
          ? 'The money may have gone all the same. Look in your messages before you send again.'
          : stage.why
      }
    >
      <button
        type="button"
        className="button mpesa block"
        onClick={() => onEvent({ type: 'went_on' })}
      >
        {mending[stage.mend]}
      </button>
      <Link className="ph-plain" to={home} preventScrollReset>
        Leave it
      </Link>
    </Ending>
  )
}

interface EndingProps {
  icon: ReactNode
  word: string
  text: ReactNode
  children: ReactNode
}

const Ending = ({ icon, word, text, children }: EndingProps) => (
  <div className="ph-question">
    <StkCard>
      <div className="stk-end" role="status">
        {icon}
        <p>
          <b>{word}</b> {text}
        </p>
      </div>
    </StkCard>
    <div className="padk-send">{children}</div>
  </div>
)
