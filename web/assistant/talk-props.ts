import type { User } from '#contract/auth.ts'
import type { StkPushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../layout/call-assistant.ts'

export interface TalkProps {
  id: string
  /** Null for a visitor. */
  user: User | null
  shown: boolean
  /** Straight to this one. */
  flow: AssistantFlow | null
  openPush: StkPushState | null
  onClose: () => void
  onFlowBegun: () => void
  onNews: (news: string | null) => void
}
