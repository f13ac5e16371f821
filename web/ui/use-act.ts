import { useRef, useState } from 'react'

interface State<Result> {
  /** The key of the act that is on its way. */
  busy: string | null
  /** What came of the last one. */
  result: Result | null
  error: Error | null
}

const idle = { busy: null, result: null, error: null }

/**
 * Something a person does with a press, what came of it, and what went wrong. While one act is on
 * its way another press does nothing.
 */
export function useAct<Result>() {
  const [state, setState] = useState<State<Result>>(idle)
  const underWay = useRef(false)

  async function act(key: string, send: () => Promise<Result>) {
    if (underWay.current) return
    underWay.current = true
    setState({ ...idle, busy: key })
    try {
      setState({ ...idle, result: await send() })
    } catch (error) {
      setState({ ...idle, error: error instanceof Error ? error : new Error(String(error)) })
    } finally {
      underWay.current = false
    }
  }
  return { ...state, act }
}
