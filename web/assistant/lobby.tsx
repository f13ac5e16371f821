import type { AssistantFlow } from '../layout/call-assistant.ts'
import { Head } from './head.tsx'
import { MainMenu } from './main-menu.tsx'
import type { TalkProps } from './talk-props.ts'
import type { Facts } from './use-facts.ts'
import { usualLine } from './usual-line.ts'

interface Props extends Pick<TalkProps, 'id' | 'onClose'> {
  facts: Facts
  /** Chosen, and on its way. */
  wish: AssistantFlow | null
  onChoose: (flow: AssistantFlow) => void
  /** A press is near. */
  onNear: () => void
}

/** What stands here until somebody wants something: the flows come when they are asked for. */
export const Lobby = ({ id, facts, wish, onChoose, onNear, onClose }: Props) => (
  <>
    <Head id={id} line={usualLine(facts)} onClose={onClose} />
    <section
      className="talk"
      aria-label="Talk with the assistant"
      onPointerEnter={onNear}
      onFocus={onNear}
    >
      <MainMenu greeting facts={facts} wish={wish} onChoose={onChoose} />
    </section>
  </>
)
