import { CircleX, TriangleAlert } from 'lucide-react'
import type { ReactNode, Ref } from 'react'
import { CallSupport } from './main-menu.tsx'
import { PaidMessage, PaymentProgress, RequestSummary } from './payment-status.tsx'
import type { AssistantState, LogEntry, Stage } from './state.ts'
import type { Facts } from './use-facts.ts'
import { PaidBundle } from './voucher-card.tsx'

interface LogProps {
  ref?: Ref<HTMLDivElement>
  children: ReactNode
}

/** The only live region of the assistant; it can take the focus. */
export const MessageLog = ({ ref, children }: LogProps) => (
  <div ref={ref} role="log" aria-label="Messages" className="message-log" tabIndex={-1}>
    {children}
  </div>
)

interface Props {
  facts: Facts
  /** Called when a link leads to another page. */
  onLeave: () => void
}

/** All messages about payments, for a `MessageLog`. */
export const Transcript = ({ state, facts, onLeave }: Props & { state: AssistantState }) => (
  <>
    {state.log.map((entry) => (
      <Entry key={entry.key} entry={entry} stage={state.stage} facts={facts} onLeave={onLeave} />
    ))}
    <PaymentProgress stage={state.stage} />
  </>
)

/** Whether a stage has a button below it that calls the office. */
const hasCallButton = ({ at }: Stage) => at === 'failed' || at === 'refused' || at === 'unknown'

function Entry({ entry, stage, facts, onLeave }: Props & { entry: LogEntry; stage: Stage }) {
  switch (entry.type) {
    case 'text':
      return entry.from === 'user' ? (
        <p className="assistant-message own">
          <RequestSummary request={entry.request} />
        </p>
      ) : (
        <p className="assistant-message">{entry.text}</p>
      )
    case 'success': {
      const { push } = entry
      const { voucher } = push
      return voucher ? (
        <PaidBundle
          push={push}
          voucher={voucher}
          beforeMessage={stage.at === 'paid' && stage.push.id === push.checkout_request_id}
          facts={facts}
          onLeave={onLeave}
        />
      ) : (
        <PaidMessage push={push} facts={facts} onLeave={onLeave} />
      )
    }
    case 'error':
    case 'warning': {
      const Icon = entry.type === 'error' ? CircleX : TriangleAlert
      return (
        <div className={`assistant-message card ${entry.type}`}>
          <p className="message-title">
            <Icon className="icon" aria-hidden="true" />
            <b>{entry.title}</b>
          </p>
          <p>{entry.text}</p>
          {!hasCallButton(stage) && <CallSupport company={facts.company}>Stuck? Call</CallSupport>}
        </div>
      )
    }
  }
}
