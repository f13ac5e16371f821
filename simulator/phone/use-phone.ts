import { useCallback, useEffect, useState } from 'react'
import {
  type EndedPush,
  getPhone,
  listWaiting,
  type Phone,
  type WaitingPush,
} from '#contract/simulator.ts'
import { callPhone, NoPretendMpesa } from './phone-api.ts'

const ask_again_ms = 2000

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export type Line = 'connecting' | 'connected' | 'no_network' | 'absent'

/** Asks again and again until told to stop; `ask` is told whether it may wait for news. */
async function follow(
  ask: (mayWait: boolean) => Promise<void>,
  say: (line: Line) => void,
  stopped: AbortSignal,
) {
  let mayWait = false
  while (!stopped.aborted) {
    try {
      await ask(mayWait)
      if (stopped.aborted) return
      say('connected')
      mayWait = true
    } catch (error) {
      if (stopped.aborted) return
      if (error instanceof NoPretendMpesa) return say('absent')
      say('no_network')
      mayWait = false
      await pause(ask_again_ms)
    }
  }
}

/**
 * What is on a phone, as long as the page is open. The server sets the pace of the questions:
 * a tab in the background has slow timers, and its phone would go on ringing unheard.
 */
export function usePhone(msisdn: string | null) {
  const [line, setLine] = useState<Line>('connecting')
  const [phone, setPhone] = useState<Phone | null>(null)
  const [waiting, setWaiting] = useState<WaitingPush[]>([])

  useEffect(() => {
    const leaving = new AbortController()
    const { signal } = leaving
    const ask = msisdn
      ? async (mayWait: boolean) => {
          const query = mayWait ? ({ wait: '1' } as const) : {}
          const shown = await callPhone(getPhone, { params: { msisdn }, query }, signal)
          if (signal.aborted) return
          setPhone(shown)
          setWaiting(shown.waiting)
        }
      : async (mayWait: boolean) => {
          if (mayWait) await pause(ask_again_ms)
          const shown = await callPhone(listWaiting, {}, signal)
          if (signal.aborted) return
          setPhone(null)
          setWaiting(shown.waiting)
        }
    void follow(ask, setLine, signal)
    return () => leaving.abort()
  }, [msisdn])

  /** What the person has just done shows at once. */
  const onEnded = useCallback((ended: EndedPush) => {
    setPhone((shown) => shown && { ...shown, push: null, ended })
  }, [])

  const current = phone?.phone_number === msisdn ? phone : null
  return { line, phone: current, waiting, onEnded }
}
