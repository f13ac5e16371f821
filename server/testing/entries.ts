import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { dayOf } from '#rules/calendar.ts'
import type { HandKind } from '#rules/hand-entry.ts'
import { testNow } from './clock.ts'
import type { Caller } from './server.ts'

export interface HandForm {
  kind: HandKind
  amount: number | string
  on?: string
  reference?: string
  reason?: string
}
/** Whose ledger it is, as in a path. */
interface Whose {
  params: { id: string }
}

/** What staff type, with what such a form mostly says; a code of a bank counts once, so each has another. */
export const fullEntry = (form: HandForm) => ({
  on: dayOf(testNow()),
  reference: `FT${crypto.randomUUID().slice(0, 8)}`,
  reason: 'As agreed',
  ...form,
})

export const lookAtEntry = (staff: Caller, { params }: Whose, form: HandForm) =>
  staff.call(previewEntry, { params, body: fullEntry(form) })

/** Looks as the page does; what it then sends, with what was shown. */
export async function entering(
  staff: Caller,
  { params }: Whose,
  form: HandForm,
  submission_id = crypto.randomUUID(),
) {
  const entry = fullEntry(form)
  const { body: expected } = await staff.call(previewEntry, { params, body: entry })
  return { params, body: { entry, submission_id, expected } }
}

export const enter = async (...sent: Parameters<typeof entering>) =>
  sent[0].call(enterByHand, await entering(...sent))

export async function undo(staff: Caller, whose: Whose, id: number | null, reason = 'Typed twice') {
  const params = { ...whose.params, entry: String(id) }
  const { body: expected } = await staff.call(previewUndo, { params })
  return staff.call(undoEntry, { params, body: { reason, expected } })
}
