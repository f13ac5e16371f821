import { CircleCheck, CircleX, MessageSquare } from 'lucide-react'
import type { EndedPush, Phone } from '#contract/pretend-daraja.ts'
import { clock } from '#rules/calendar.ts'
import { outcomeWords } from './outcome.ts'

/** Nothing to answer: the time, what became of the last request, the latest message. */
export function HomeScreen({ phone, lost }: { phone: Phone; lost: boolean }) {
  const [message] = phone.messages
  return (
    <div className="ph-home">
      <p className="ph-clock num" aria-hidden="true">
        {clock(new Date(phone.now))}
      </p>
      <div role="status">
        {lost && <p className="ph-idle">No network. We keep trying.</p>}
        {phone.ended && <Outcome ended={phone.ended} />}
        {!lost && !phone.ended && (
          <p className="ph-idle">No request to pay. The next one pops up here.</p>
        )}
      </div>
      {message && (
        <div className="ph-sms">
          <p>
            <MessageSquare className="ic" aria-hidden="true" />
            <b>Pretend M-PESA</b>
            <span className="num">{clock(new Date(message.received_at))}</span>
          </p>
          <p>{message.text}</p>
        </div>
      )}
    </div>
  )
}

function Outcome({ ended }: { ended: EndedPush }) {
  const { paid, word, sentence } = outcomeWords(ended)
  const Icon = paid ? CircleCheck : CircleX
  return (
    <div className={paid ? 'ph-out paid' : 'ph-out'}>
      <Icon className="ic" aria-hidden="true" />
      <p>
        <b>{word}</b> {sentence}{' '}
        <span className="num">
          {ended.receipt && `Receipt ${ended.receipt}. `}
          {clock(new Date(ended.ended_at))}
        </span>
      </p>
    </div>
  )
}
