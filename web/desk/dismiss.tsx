import { useState } from 'react'
import { type DeskDetail, dismissDeskItem } from '#contract/desk.ts'
import { call } from '../api.ts'
import { ReasonForm } from './reason-form.tsx'
import type { Closing } from './use-closing.ts'
import { moneyOf } from './words.ts'

interface Props {
  item: DeskDetail
  closing: Closing
}

/** What dismissing means for an item, on its buttons. */
function dismissWords({ reason, acts }: DeskDetail, money: string) {
  if (reason === 'unreadable') return { open: 'Put it away', why, send: 'Put it away' }
  if (acts.includes('correct')) {
    const open = 'Leave it as it is'
    return { open, why: 'Why does it stay as it is?', send: open }
  }
  return { open: 'Credit it to nobody', why, send: `Dismiss ${money}` }
}
const why = 'Why is nothing credited?'

/** The way out for what must not be credited: behind a question, and with a reason. */
export function Dismiss({ item, closing }: Props) {
  const [asked, setAsked] = useState(false)
  const { open } = dismissWords(item, '')
  if (asked) return <DismissForm item={item} closing={closing} onCancel={() => setAsked(false)} />
  return (
    <button
      type="button"
      className="button quiet danger-text compact out"
      onClick={() => setAsked(true)}
    >
      {open}
    </button>
  )
}

export function DismissForm({ item, closing, onCancel }: Props & { onCancel: () => void }) {
  const { why, send } = dismissWords(item, moneyOf(item) ?? 'it')
  return (
    <ReasonForm
      label={why}
      hint="It stays in the list of what was dealt with, with this reason and your name."
      act={send}
      danger
      busy={closing.busy === 'dismiss'}
      onCancel={onCancel}
      onSend={(note) =>
        closing.close('dismiss', () =>
          call(dismissDeskItem, { params: { id: String(item.id) }, body: { note } }),
        )
      }
    />
  )
}
