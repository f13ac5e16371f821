import { useEffect } from 'react'
import type { Phone } from '#contract/simulator.ts'
import { dateAndTime } from '#rules/calendar.ts'
import { markOpened } from './read-messages.ts'
import { ScreenHead } from './screen-head.tsx'
import { linkTo } from './screens.ts'

/** One message; opening it is reading it. */
export function MessageScreen({ phone, id }: { phone: Phone; id: string }) {
  const message = phone.messages.find((one) => one.id === id)
  const found = message?.id

  useEffect(() => {
    if (found) markOpened(found)
  }, [found])

  return (
    <div className="ph-page">
      <ScreenHead
        title="Pretend M-PESA"
        back={linkTo(phone.phone_number, { at: 'messages' })}
        step={id}
      />
      {message ? (
        <>
          <p className="ph-when tabular">{dateAndTime(new Date(message.received_at))}</p>
          <p className="ph-bubble">{message.text}</p>
        </>
      ) : (
        <p className="ph-empty">This message is not on this phone any more.</p>
      )}
    </div>
  )
}
