import type { ReactNode } from 'react'
import { errorMessage } from '../../ui/error-message.ts'
import { ReasonQuestion } from '../reason-question.tsx'
import '../../look/moderation.css'

interface Props {
  title: string
  act: string
  hint: string
  busy: boolean
  error: Error | null
  onSend: (reason: string) => void
  onClose: () => void
  children: ReactNode
}

/** Asks staff why, before something of somebody's is refused or taken away. */
export const WhyQuestion = ({ error, ...question }: Props) => (
  <ReasonQuestion
    {...question}
    danger
    label="Why?"
    failed={error && errorMessage(error, 'That did not work. Please try again.')}
  />
)
