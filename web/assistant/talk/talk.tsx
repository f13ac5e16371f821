import { useCallback, useEffect, useRef } from 'react'
import type { StkPushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../../layout/call-assistant.ts'
import { Head } from '../head.tsx'
import { Steps } from '../pay/steps.tsx'
import { usePayment } from '../pay/use-payment.ts'
import {
  buttonStatus,
  initialState,
  type MenuOption,
  type Prompt,
  promptsFor,
  stageTitle,
} from '../state.ts'
import { Composer } from '../support/composer.tsx'
import { Support } from '../support/support.tsx'
import { useAnswers } from '../support/use-answers.ts'
import type { TalkProps } from '../talk-props.ts'
import { type AssistantEvent, transition } from '../transitions.ts'
import type { Facts } from '../use-facts.ts'
import { usualLine } from '../usual-line.ts'
import { LostCode } from '../wifi/lost-code.tsx'
import { MessageLog } from './message-log.tsx'
import { OwnTurn } from './own-turn.tsx'
import { Said } from './said.tsx'
import { useAttention } from './use-attention.ts'
import './talk.css'

interface Props extends TalkProps {
  facts: Facts
  /** What it was wanted for. */
  first: AssistantFlow | null
  /** What was heard of payments before it was there; each is handed over once. */
  takeEarly: () => StkPushState[]
}

/** Everything behind the main menu. */
export function Talk(props: Props) {
  const { id, user, shown, flow: wish, openPush, facts, first, takeEarly } = props
  const { onClose, onFlowBegun, onNews } = props
  const signed_in = user !== null
  const begin = first
    ? transition(initialState, { type: 'option_chosen', option: first, signedIn: signed_in })
    : initialState
  const [flow, dispatch] = usePayment(signed_in, begin)
  const { stage } = flow
  const support = useAnswers(stage.at, facts)
  const { scroller, acted } = useAttention(flow, shown, first !== null)
  const act = useCallback(
    (event: AssistantEvent) => {
      acted()
      dispatch(event)
    },
    [acted, dispatch],
  )
  const choose = (option: MenuOption) => act({ type: 'option_chosen', option, signedIn: signed_in })

  useEffect(() => {
    for (const state of takeEarly()) dispatch({ type: 'push_reported', push: state })
  }, [takeEarly, dispatch])
  const idle = stage.at === 'main'
  // biome-ignore lint/correctness/useExhaustiveDependencies: one found while something else was going on waits for the menu
  useEffect(() => {
    if (openPush) dispatch({ type: 'push_found', push: openPush, now: Date.now() })
  }, [openPush, idle, dispatch])
  useEffect(() => {
    if (!wish) return
    onFlowBegun()
    act({ type: 'option_chosen', option: wish, signedIn: signed_in })
  }, [wish, signed_in, onFlowBegun, act])

  const seen = useRef(stage.at)
  useEffect(() => {
    if (shown) seen.current = stage.at
    onNews(shown ? null : buttonStatus(stage, seen.current))
  }, [shown, stage, onNews])

  const said = <Said flow={flow} facts={facts} onLeave={onClose} />
  return (
    <>
      <Head id={id} line={stageTitle(stage) ?? usualLine(facts)} onClose={onClose} />
      <Steps stage={stage} />
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: it scrolls, also for those without a mouse */}
      <section ref={scroller} className="talk" aria-label="Talk with the assistant" tabIndex={0}>
        {stage.at === 'support' ? (
          <Support
            answers={support}
            facts={facts}
            said={said}
            scroller={scroller}
            onChoose={choose}
          />
        ) : stage.at === 'lost_code' ? (
          <LostCode
            facts={facts}
            said={said}
            onLeave={onClose}
            onBack={() => act({ type: 'went_back' })}
          />
        ) : (
          <MessageLog>{said}</MessageLog>
        )}
        {promptsFor(flow).map((turn) => (
          <OwnTurn
            key={keyOf(turn)}
            turn={turn}
            flow={flow}
            facts={facts}
            onType={dispatch}
            onAct={act}
            onChoose={choose}
            onLeave={onClose}
          />
        ))}
      </section>
      {stage.at === 'support' && <Composer answers={support} />}
    </>
  )
}

/** A question of its own gets a field of its own. */
const keyOf = (turn: Prompt) => {
  if (turn.type === 'input') return turn.field
  return turn.type === 'menu' ? turn.menu : turn.type
}
