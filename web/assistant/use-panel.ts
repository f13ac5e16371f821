import { useEffect, useState } from 'react'
import type { Panel } from './panel.tsx'

const retry_ms = 4000

/** The code of the dialog, once it is wanted; a network that fails meanwhile breaks no page. */
export function usePanel(wanted: boolean): typeof Panel | null {
  const [panel, setPanel] = useState<{ Panel: typeof Panel } | null>(null)
  useEffect(() => {
    if (!wanted || panel) return
    let again: ReturnType<typeof setTimeout>
    const load = () => {
      import('./panel.tsx').then(setPanel, () => {
        again = setTimeout(load, retry_ms)
      })
    }
    load()
    return () => clearTimeout(again)
  }, [wanted, panel])
  return panel?.Panel ?? null
}
