import { useQuery } from '@tanstack/react-query'
import { getAssistant } from '#contract/assistant.ts'
import { query } from '../api.ts'

/** From the code to the internet, in the residence of this slug. */
export function HowToConnect({ slug }: { slug: string }) {
  const offer = useQuery(query(getAssistant, { query: { slug } }))
  const network = offer.data?.company.wifi_network
  return (
    <section className="account-number" aria-labelledby="how-to-connect">
      <h2 id="how-to-connect">How to connect</h2>
      <ol className="space-above-small">
        <li>
          <span>
            {network ? (
              <>
                Join the network <strong>{network}</strong>
              </>
            ) : (
              'Join the wifi of the house'
            )}
          </span>
        </li>
        <li>
          <span>
            Open any page; you are asked for <strong>your code</strong>
          </span>
        </li>
        <li>
          <span>Type it. Asked for a name and a password? The code is both</span>
        </li>
      </ol>
      <p className="small">One device at a time: sign out on one before the other.</p>
    </section>
  )
}
