import { Wifi } from 'lucide-react'
import { callAssistant } from '../layout/call-assistant.ts'
import { DarkWindowRow } from '../look/dark-windows.tsx'

/** Nothing that opens the door, now or ever. */
export const NoVoucher = ({ had }: { had: boolean }) => (
  <section className="plate" aria-labelledby="no-voucher">
    <DarkWindowRow />
    <div className="pad stack">
      <h2 id="no-voucher">{had ? 'No bundle at the moment' : 'No wifi bundle yet'}</h2>
      <p>
        Pick one in the assistant and pay by M‑Pesa; its code shows here and in the chat in the same
        minute.
      </p>
      {!had && (
        <p>
          <button type="button" className="button" onClick={() => callAssistant('wifi')}>
            <Wifi className="icon" aria-hidden="true" />
            Buy a bundle
          </button>
        </p>
      )}
    </div>
  </section>
)
