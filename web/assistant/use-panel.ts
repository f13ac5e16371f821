import { useEffect, useState } from 'react'
import { importWithRetry } from '../ui/lazy.ts'
import type { Panel } from './panel.tsx'

/** The code of the dialog, once it is wanted. */
export function usePanel(wanted: boolean): typeof Panel | null {
  const [panel, setPanel] = useState<{ Panel: typeof Panel } | null>(null)
  useEffect(() => {
    if (wanted && !panel) void importWithRetry(() => import('./panel.tsx')).then(setPanel)
  }, [wanted, panel])
  return panel?.Panel ?? null
}
