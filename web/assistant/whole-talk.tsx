import { useCallback, useEffect, useRef, useState } from 'react'
import type { StkPushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../layout/call-assistant.ts'
import { whenPageSettled } from '../page-settled.ts'
import { onSocketEvent } from '../socket.ts'
import { importWithRetry } from '../ui/lazy.ts'
import { Lobby } from './lobby.tsx'
import type { Talk } from './talk/talk.tsx'
import type { TalkProps } from './talk-props.ts'
import { useFacts } from './use-facts.ts'

let loading: Promise<{ Talk: typeof Talk }> | null = null
/** However often it is wished for, it is fetched once. */
function loadTalk() {
  loading ??= importWithRetry(() => import('./talk/talk.tsx'))
  return loading
}

/** One person's talk with the assistant; another person begins a new one (see its key). */
export function WholeTalk(props: TalkProps) {
  const { user, shown, flow, openPush, onFlowBegun } = props
  const facts = useFacts(user)
  const signed_in = user !== null
  const [wish, setWish] = useState<AssistantFlow | null>(null)
  const [late, setLate] = useState<{ Talk: typeof Talk } | null>(null)
  const { takeEarly, heard } = useEarlyReports(signed_in && late === null)

  const wanted = wish !== null || flow !== null || openPush !== null || heard
  useEffect(() => {
    if (late) return
    if (wanted) void loadTalk().then(setLate)
    // Nobody has asked yet: it waits until the page itself needs nothing any more.
    else if (shown && signed_in) void whenPageSettled().then(loadTalk)
  }, [late, wanted, shown, signed_in])
  useEffect(() => {
    if (late || !flow) return
    setWish(flow)
    onFlowBegun()
  }, [late, flow, onFlowBegun])

  if (late) {
    return <late.Talk {...props} facts={facts} first={wish} takeEarly={takeEarly} />
  }
  return <Lobby {...props} facts={facts} wish={wish} onChoose={setWish} onNear={loadTalk} />
}

/** Payments that end while only the menu is there are told as soon as there is a log. */
function useEarlyReports(listening: boolean) {
  const early = useRef<StkPushState[]>([])
  const [heard, setHeard] = useState(false)
  useEffect(() => {
    if (!listening) return
    return onSocketEvent('payment', (state) => {
      early.current.push(state)
      if (state.status === 'completed') setHeard(true)
    })
  }, [listening])
  const takeEarly = useCallback(() => early.current.splice(0), [])
  return { takeEarly, heard }
}
