import { useCallback, useEffect, useRef } from 'react'
import type { PushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../../layout/call-assistant.ts'
import type { ConversationProps } from '../conversation.tsx'
import { Head } from '../head.tsx'
import { usualLine } from '../lobby.tsx'
import { Steps } from '../pay/steps.tsx'
import { usePayment } from '../pay/use-payment.ts'
import { Composer } from '../support/composer.tsx'
import { Support } from '../support/support.tsx'
import { useAnswers } from '../support/use-answers.ts'
import type { Facts } from '../use-facts.ts'
import { LostCode } from '../wifi/lost-code.tsx'
import { type FlowEvent, flow as step } from './flow.ts'
import { lineOf } from './line-of.ts'
import { Log } from './log.tsx'
import type { Option, Prompt } from './message.ts'
import { newsOf } from './news.ts'
import { Prompted } from './prompted.tsx'
import { prompts, start } from './stage.ts'
import { useAttention } from './use-attention.ts'
import './talk.css'

interface Props extends ConversationProps {
  facts: Facts
  /** What it was wanted for. */
  first: AssistantFlow | null
  /** What was heard of payments before it was there. */
  early: PushState[]
}

/** Everything behind the main menu. */
export function Talk(props: Props) {
  const { id, user, shown, flow: wish, openPush, facts, first, early } = props
  const { onClose, onFlowBegun, onNews } = props
  const signed_in = user !== null
  const begin = first ? step(start, { type: 'chose', option: first, signed_in }) : start
  const [flow, dispatch] = usePayment(signed_in, begin)
  const { stage } = flow
  const support = useAnswers(stage.at, facts)
  const { talk, acted } = useAttention(flow, shown, first !== null)
  const act = useCallback(
    (event: FlowEvent) => {
      acted()
      dispatch(event)
    },
    [acted, dispatch],
  )
  const choose = (option: Option) => act({ type: 'chose', option, signed_in })

  useEffect(() => {
    for (const state of early.splice(0)) dispatch({ type: 'reported', state })
  }, [early, dispatch])
  const idle = stage.at === 'main'
  // biome-ignore lint/correctness/useExhaustiveDependencies: one found while something else was going on waits for the menu
  useEffect(() => {
    if (openPush) dispatch({ type: 'found', state: openPush, now: Date.now() })
  }, [openPush, idle, dispatch])
  useEffect(() => {
    if (!wish) return
    onFlowBegun()
    act({ type: 'chose', option: wish, signed_in })
  }, [wish, signed_in, onFlowBegun, act])

  const seen = useRef(stage.at)
  useEffect(() => {
    if (shown) seen.current = stage.at
    onNews(shown ? null : newsOf(stage, seen.current))
  }, [shown, stage, onNews])

  const leave = () => overPage() && onClose()
  return (
    <>
      <Head id={id} line={lineOf(stage) ?? usualLine(facts)} onClose={onClose} />
      <Steps stage={stage} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those without a mouse */}
      <section ref={talk} className="talk" aria-label="Conversation" tabIndex={0}>
        <Log flow={flow} facts={facts} onLeave={leave} />
        {stage.at === 'support' && (
          <Support answers={support} facts={facts} talk={talk} onChoose={choose} />
        )}
        {stage.at === 'lost_code' && (
          <LostCode facts={facts} onLeave={leave} onBack={() => act({ type: 'went_back' })} />
        )}
        {prompts(flow).map((prompt) => (
          <Prompted
            key={keyOf(prompt)}
            prompt={prompt}
            flow={flow}
            facts={facts}
            onType={dispatch}
            onAct={act}
            onChoose={choose}
            onLeave={leave}
          />
        ))}
      </section>
      {stage.at === 'support' && <Composer answers={support} />}
    </>
  )
}

/** On a phone the assistant lies over the page that a link in it leads to (assistant.css). */
const overPage = () => matchMedia('(max-width: 767.9px)').matches

/** A question of its own gets a field of its own. */
const keyOf = (prompt: Prompt) => {
  if (prompt.type === 'input') return prompt.field
  return prompt.type === 'menu' ? prompt.menu : prompt.type
}
