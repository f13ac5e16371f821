import { useCallback, useEffect, useRef } from 'react'
import type { User } from '#contract/auth.ts'
import type { PushState } from '#contract/payments.ts'
import { Ask } from './ask.tsx'
import type { FlowEvent } from './flow.ts'
import { Head } from './head.tsx'
import { Log } from './log.tsx'
import { MainMenu, NextMenu } from './menu.tsx'
import { newsOf } from './news.ts'
import { prompts } from './stage.ts'
import { Steps } from './steps.tsx'
import { useAttention } from './use-attention.ts'
import { useFacts } from './use-facts.ts'
import { usePayment } from './use-payment.ts'

interface Props {
  id: string
  /** Null for a visitor. */
  user: User | null
  shown: boolean
  rent: boolean
  openPush: PushState | null
  onClose: () => void
  onRentBegun: () => void
  onNews: (news: string | null) => void
}

/** On a phone the assistant lies over the page that a link in it leads to (assistant.css). */
const overPage = () => matchMedia('(max-width: 767.9px)').matches

/** One person's talk with the assistant; another person begins a new one (see its key). */
export function Conversation(props: Props) {
  const { id, user, shown, rent, openPush, onClose, onRentBegun, onNews } = props
  const facts = useFacts(user)
  const [flow, dispatch] = usePayment(user !== null)
  const { talk, acted } = useAttention(flow, shown)
  const act = useCallback(
    (event: FlowEvent) => {
      acted()
      dispatch(event)
    },
    [acted, dispatch],
  )
  const signed_in = user !== null

  useEffect(() => {
    if (openPush) dispatch({ type: 'found', state: openPush, now: Date.now() })
  }, [openPush, dispatch])
  useEffect(() => {
    if (!rent) return
    onRentBegun()
    act({ type: 'chose', option: 'rent', signed_in })
  }, [rent, signed_in, onRentBegun, act])

  const seen = useRef(flow.stage.at)
  useEffect(() => {
    if (shown) seen.current = flow.stage.at
    onNews(shown ? null : newsOf(flow.stage, seen.current))
  }, [shown, flow.stage, onNews])

  const atRent = flow.stage.at !== 'main' && flow.stage.at !== 'sign_in'
  return (
    <>
      <Head
        id={id}
        line={atRent ? 'Rent payment' : facts.company && `${facts.company.name} · answers at once`}
        onClose={onClose}
      />
      <Steps stage={flow.stage} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those without a mouse */}
      <section ref={talk} className="talk" aria-label="Conversation" tabIndex={0}>
        <Log flow={flow} facts={facts} onLeave={() => overPage() && onClose()} />
        {prompts(flow).map((prompt) => {
          if (prompt.type === 'input')
            return (
              <Ask
                key={prompt.field}
                prompt={prompt}
                flow={flow}
                facts={facts}
                onType={dispatch}
                onAct={act}
              />
            )
          const Menu = prompt.menu === 'main' ? MainMenu : NextMenu
          return (
            <Menu
              key={prompt.menu}
              options={prompt.options}
              flow={flow}
              facts={facts}
              onChoose={(option) => act({ type: 'chose', option, signed_in })}
            />
          )
        })}
      </section>
    </>
  )
}
