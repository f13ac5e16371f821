import { ksh } from '#rules/money.ts'
import type { Menu, MenuEvent } from './menu.ts'
import { StkCard } from './stk-card.tsx'

interface Props {
  menu: Menu
  business: string | null
  onEvent: (event: MenuEvent) => void
}

/** The last question before money moves, and the wait for what becomes of it. */
export function MenuConfirm({ menu, business, onEvent }: Props) {
  const { stage, typed } = menu
  const sending = stage.at === 'sending'
  return (
    <div className="ph-question">
      <StkCard>
        <p>
          Send <b className="money">{ksh(Number(typed.amount))}.00</b> to{' '}
          {business && <b>{business}</b>}
          {business && ', '}business no. <b className="tabular">{typed.business}</b>, account no.{' '}
          <b className="tabular">{typed.account.trim()}</b>?
        </p>
        <p className="stk-left" role="status">
          {sending && 'Sending. The business is asked first.'}
        </p>
      </StkCard>
      <div className="padk-send">
        <button
          type="button"
          className="button mpesa block"
          aria-busy={sending}
          onClick={() => onEvent({ type: 'went_on' })}
        >
          {sending ? 'Sending...' : 'Send'}
        </button>
      </div>
    </div>
  )
}
