import type { BundleContent, PushState } from '#contract/payments.ts'
import type { AssistantFlow } from '../../layout/call-assistant.ts'

/** What is asked before a push; the last step, the PIN, is asked by M-Pesa on the phone. */
export type Field = 'account' | 'phone' | 'amount'

export type Option = AssistantFlow | 'sign_in' | 'try_again' | 'change' | 'check_again' | 'main'

/** What a push is asked for with, normalised as the wire wants it. */
export interface PushWish {
  /** An account number, or the id of a bundle. */
  account_reference: string
  phone_number: string
  amount: number
  /** `3GB, 3 days`; null for rent. */
  bundle: string | null
  /** What the bundle gave as it was shown, where it was chosen here. */
  chosen?: BundleContent
}

/** Everything the assistant can show; a new flow adds its own kinds here. */
type Message =
  | { type: 'text'; from: 'assistant'; text: string }
  /** The person's own line: Ksh 6,000 for AC7K 4M9X from 0712 345 678. */
  | { type: 'text'; from: 'person'; request: PushWish }
  | { type: 'success'; push: PushState }
  | { type: 'error' | 'warning'; title: string; text: string }
  | { type: 'menu'; menu: 'main' }
  | { type: 'menu'; menu: 'next'; options: Option[] }
  | { type: 'packages' }
  | { type: 'transaction_history' }
  | { type: 'input'; field: Field; error: string | null }

/** What waits for the person; it goes once it is answered. */
export type Turn = Extract<Message, { type: 'menu' | 'packages' | 'input' | 'transaction_history' }>

/** What stays in the log. */
export type Told = Exclude<Message, Turn>
