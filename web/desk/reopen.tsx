import { useState } from 'react'
import { type DeskDetail, reopenDeskItem } from '#contract/desk.ts'
import { call } from '../api.ts'
import { ReasonForm } from './reason-form.tsx'
import type { Closing } from './use-closing.ts'

/** The way back from a dismissal that was a mistake. */
export function Reopen({ item, closing }: { item: DeskDetail; closing: Closing }) {
  const [asked, setAsked] = useState(false)
  if (!asked) {
    return (
      <p>
        <button type="button" className="button quiet compact out" onClick={() => setAsked(true)}>
          Take it up again
        </button>
      </p>
    )
  }
  return (
    <ReasonForm
      label="Why is it taken up again?"
      hint="It waits on the desk once more. The reason is written down with your name."
      act="Take it up again"
      busy={closing.busy === 'reopen'}
      onCancel={() => setAsked(false)}
      onSend={(note) =>
        closing.close('reopen', () =>
          call(reopenDeskItem, { params: { id: String(item.id) }, body: { note } }),
        )
      }
    />
  )
}
