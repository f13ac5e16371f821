import { CircleX, TriangleAlert } from 'lucide-react'
import { CallSupport } from '../call-support.tsx'
import { Paid } from '../pay/paid.tsx'
import { RequestLine } from '../pay/request-line.tsx'
import { Waiting } from '../pay/waiting.tsx'
import type { AssistantState, LogEntry, Stage } from '../state.ts'
import type { Facts } from '../use-facts.ts'
import { BundlePaid } from '../wifi/bundle-paid.tsx'

interface Props {
  facts: Facts
  /** A link in it leads to another page. */
  onLeave: () => void
}

/** Everything that was said; it stands in a MessageLog. */
export const Said = ({ flow, facts, onLeave }: Props & { flow: AssistantState }) => (
  <>
    {flow.log.map((told) => (
      <Entry key={told.key} told={told} stage={flow.stage} facts={facts} onLeave={onLeave} />
    ))}
    <Waiting stage={flow.stage} />
  </>
)

function Entry({ told, stage, facts, onLeave }: Props & { told: LogEntry; stage: Stage }) {
  switch (told.type) {
    case 'text':
      return told.from === 'user' ? (
        <p className="message me">
          <RequestLine request={told.request} />
        </p>
      ) : (
        <p className="message">{told.text}</p>
      )
    case 'success': {
      const { push } = told
      const { voucher } = push
      return voucher ? (
        <BundlePaid
          push={push}
          voucher={voucher}
          early={stage.at === 'paid' && stage.push.id === push.checkout_request_id}
          facts={facts}
          onLeave={onLeave}
        />
      ) : (
        <Paid push={push} facts={facts} onLeave={onLeave} />
      )
    }
    case 'error':
    case 'warning': {
      const Icon = told.type === 'error' ? CircleX : TriangleAlert
      return (
        <div className={`message full ${told.type === 'error' ? 'error' : 'warn'}`}>
          <p className="said">
            <Icon className="icon" aria-hidden="true" />
            <b>{told.title}</b>
          </p>
          <p>{told.text}</p>
          <CallSupport company={facts.company}>Stuck? Call</CallSupport>
        </div>
      )
    }
  }
}
