import { ChevronDown } from 'lucide-react'
import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { StkPushState } from '#contract/payments.ts'
import { Mark } from '../art/mark.tsx'
import type { AssistantFlow } from '../layout/channels.ts'
import { whenPageSettled } from '../page-settled.ts'
import { restore, type Session } from '../session.ts'
import { onSocketEvent } from '../socket.ts'
import { importWithRetry } from '../ui/lazy.tsx'
import { LoadError } from '../ui/load-error.tsx'
import { Skeleton } from '../ui/skeleton.tsx'
import type { AssistantConversation, AssistantConversationProps } from './conversation.tsx'
import { defaultSubtitle, MainMenu, WaitsForNetwork } from './main-menu.tsx'
import { useFacts } from './use-facts.ts'
import type { Opening } from './use-opening.ts'

interface Props {
  id: string
  session: Session
  opening: Opening
  openPush: StkPushState | null
  onClose: () => void
  onFlowStart: () => void
  /** Reports what happened while the dialog was closed, for the label of the button. */
  onStatusChange: (status: string | null) => void
}

/** The dialog. It is not modal: the page stays usable. */
export function Panel({ id, session, opening, onClose, ...rest }: Props) {
  const dialog = useRef<HTMLDivElement>(null)
  const backdrop = useRef<HTMLDivElement>(null)
  const { shown, byUser } = opening
  const [subtitle, setSubtitle] = useState<string | null>(null)

  useLayoutEffect(() => {
    if (shown && byUser) dialog.current?.focus({ preventScroll: true })
  }, [shown, byUser])

  useEffect(() => {
    if (!shown) return
    const onKey = (event: KeyboardEvent) => {
      const { activeElement, body } = document
      const focused = activeElement === body || dialog.current?.contains(activeElement)
      if (event.key === 'Escape' && !event.defaultPrevented && focused) onClose()
    }
    const outside = backdrop.current
    addEventListener('keydown', onKey)
    outside?.addEventListener('click', onClose)
    return () => {
      removeEventListener('keydown', onKey)
      outside?.removeEventListener('click', onClose)
    }
  }, [shown, onClose])

  const known = session.status === 'signed_in' || session.status === 'signed_out'
  return (
    <>
      {shown && byUser && <div ref={backdrop} className="assistant-backdrop" />}
      <div
        ref={dialog}
        id={id}
        className="assistant-panel"
        role="dialog"
        aria-labelledby={`${id}-title`}
        tabIndex={-1}
        hidden={!shown}
      >
        {/* Outside the part that is replaced below: a press is lost if its button is replaced before the release. */}
        <div className="assistant-header">
          <Mark onDusk />
          <div>
            <h2 id={`${id}-title`}>Virtual assistant</h2>
            {known && subtitle && <p>{subtitle}</p>}
          </div>
          <button
            type="button"
            className="icon-button"
            aria-label="Close the assistant"
            // The dialog grows upwards: a press counts even if the button has moved away from it.
            onPointerDown={(event) => event.currentTarget.setPointerCapture(event.pointerId)}
            onClick={onClose}
          >
            <ChevronDown className="icon" aria-hidden="true" />
          </button>
        </div>
        {known ? (
          <AssistantLoader
            // A different user gets a new conversation.
            key={session.status === 'signed_in' ? session.user.id : 'visitor'}
            user={session.status === 'signed_in' ? session.user : null}
            shown={shown}
            flow={opening.flow}
            onClose={onClose}
            onSubtitleChange={setSubtitle}
            {...rest}
          />
        ) : (
          <div className="assistant-conversation">
            {session.status === 'unreachable' ? (
              <LoadError
                message={
                  session.noNetwork ? 'No network.' : 'The residence’s server isn’t answering.'
                }
                onRetry={restore}
              />
            ) : (
              <Skeleton lines={['row', 'row', 'row', 'row']} />
            )}
          </div>
        )}
      </div>
    </>
  )
}

let loading: Promise<{ AssistantConversation: typeof AssistantConversation }> | null = null

/** Loads the conversation's code once for all callers; after a failure the next call fetches it again. */
function loadConversation() {
  loading ??= import('./conversation.tsx').catch((error: unknown) => {
    loading = null
    throw error
  })
  return loading
}
/** Loads the conversation's code ahead of time, ignoring failures. */
export const prepareConversation = () => void loadConversation().catch(() => undefined)

/** Shows only the main menu until something is chosen, then the conversation, whose code is loaded on demand. */
function AssistantLoader(
  props: Omit<AssistantConversationProps, 'facts' | 'firstFlow' | 'takeEarlyPushes'>,
) {
  const { user, shown, flow, openPush, onFlowStart, onSubtitleChange } = props
  const facts = useFacts(user)
  const signedIn = user !== null
  const [chosenFlow, setChosenFlow] = useState<AssistantFlow | null>(null)
  const [loaded, setLoaded] = useState<{
    AssistantConversation: typeof AssistantConversation
  } | null>(null)
  const [hasFailed, setHasFailed] = useState(false)
  const { takeEarlyPushes, paid } = useEarlyPushes(signedIn && loaded === null)

  const needed = chosenFlow !== null || flow !== null || openPush !== null || paid
  useEffect(() => {
    if (loaded) return
    if (needed) {
      void importWithRetry(loadConversation, () => setHasFailed(true)).then(setLoaded)
    }
    // Nothing is chosen yet, so the code is loaded only once the page has settled.
    else if (shown && signedIn) void whenPageSettled().then(prepareConversation)
  }, [loaded, needed, shown, signedIn])
  useEffect(() => {
    if (loaded || !flow) return
    setChosenFlow(flow)
    onFlowStart()
  }, [loaded, flow, onFlowStart])

  const subtitle = defaultSubtitle(facts)
  useLayoutEffect(() => {
    if (!loaded) onSubtitleChange(subtitle)
  }, [loaded, subtitle, onSubtitleChange])

  if (loaded) {
    return (
      <loaded.AssistantConversation
        {...props}
        facts={facts}
        firstFlow={chosenFlow}
        takeEarlyPushes={takeEarlyPushes}
      />
    )
  }
  return (
    <section
      className="assistant-conversation"
      aria-label="Talk with the assistant"
      onPointerEnter={prepareConversation}
      onFocus={prepareConversation}
    >
      {hasFailed && (
        <LoadError
          message="The assistant couldn’t be loaded."
          onRetry={() => loadConversation().then(setLoaded, () => undefined)}
        />
      )}
      {!facts.online && <WaitsForNetwork />}
      <MainMenu facts={facts} loadingFlow={chosenFlow} onChoose={setChosenFlow} />
    </section>
  )
}

/** Stores the socket's reports until the conversation is loaded and can show them. */
function useEarlyPushes(listening: boolean) {
  const early = useRef<StkPushState[]>([])
  const [paid, setPaid] = useState(false)
  useEffect(() => {
    if (!listening) return
    return onSocketEvent('payment', (push) => {
      early.current.push(push)
      if (push.status === 'completed') setPaid(true)
    })
  }, [listening])
  const takeEarlyPushes = useCallback(() => early.current.splice(0), [])
  return { takeEarlyPushes, paid }
}
