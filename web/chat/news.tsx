import type { EarlyToasts } from '../layout/show-toast.ts'
import { Toasts } from '../layout/toasts.tsx'
import { Incoming } from './incoming.tsx'

/** What comes in by itself, and the corner where it is said. */
export const News = ({ me, early }: { me: number; early: EarlyToasts }) => (
  <>
    <Toasts early={early} />
    <Incoming me={me} />
  </>
)
