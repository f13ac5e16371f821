import { useCallback, useEffect, useState } from 'react'
import {
  type EndedPush,
  getPhone,
  listWaiting,
  type Phone,
  type WaitingPush,
} from '#contract/simulator.ts'
import { callPhone, SimulatorAbsent } from './phone-api.ts'

const RETRY_MS = 2000

const pause = (milliseconds: number) =>
  new Promise<void>((resolve) => setTimeout(resolve, milliseconds))

export type PhoneConnection = 'connecting' | 'connected' | 'no_network' | 'absent'

/** Polls until stopped. After the first reply `ask` may use long polling. */
async function poll(
  ask: (mayWait: boolean) => Promise<void>,
  setConnection: (connection: PhoneConnection) => void,
  stopped: AbortSignal,
) {
  let mayWait = false
  while (!stopped.aborted) {
    try {
      await ask(mayWait)
      if (stopped.aborted) return
      setConnection('connected')
      mayWait = true
    } catch (error) {
      if (stopped.aborted) return
      if (error instanceof SimulatorAbsent) return setConnection('absent')
      setConnection('no_network')
      mayWait = false
      await pause(RETRY_MS)
    }
  }
}

/**
 * The state of a phone. The server paces the polling, because timers of a tab in the background are
 * slow and pushes would time out.
 */
export function usePhone(msisdn: string | null) {
  const [connection, setConnection] = useState<PhoneConnection>('connecting')
  const [phone, setPhone] = useState<Phone | null>(null)
  const [waiting, setWaiting] = useState<WaitingPush[]>([])

  useEffect(() => {
    const stopped = new AbortController()
    const { signal } = stopped
    const ask = msisdn
      ? async (mayWait: boolean) => {
          const query = mayWait ? ({ wait: '1' } as const) : {}
          const shown = await callPhone(getPhone, { params: { msisdn }, query }, signal)
          if (signal.aborted) return
          setPhone(shown)
          setWaiting(shown.waiting)
        }
      : async (mayWait: boolean) => {
          if (mayWait) await pause(RETRY_MS)
          const shown = await callPhone(listWaiting, {}, signal)
          if (signal.aborted) return
          setPhone(null)
          setWaiting(shown.waiting)
        }
    void poll(ask, setConnection, signal)
    return () => stopped.abort()
  }, [msisdn])

  /** Shows a reply at once, before the next poll. */
  const onEnded = useCallback((ended: EndedPush) => {
    setPhone((shown) => shown && { ...shown, push: null, ended })
  }, [])

  const current = phone?.phone_number === msisdn ? phone : null
  return { connection, phone: current, waiting, onEnded }
}
