import * as contract from '#contract/entries.ts'
import type { Context } from '../context.ts'
import type { Serve } from '../http/serve.ts'
import { handEntryActs } from './hand-entries.ts'

/** What staff enter in a tenant's ledger by hand. */
export function entryRoutes(serve: Serve, context: Context) {
  serve(contract.previewEntry, ({ user, params, body }) =>
    handEntryActs.previewEntry(context, user, params.id, body),
  )
  serve(contract.enterByHand, ({ user, params, body }) =>
    handEntryActs.enter(context, user, params.id, body),
  )
  serve(contract.previewUndo, ({ user, params }) =>
    handEntryActs.previewUndo(context, user, params.id, params.entry),
  )
  serve(contract.undoEntry, ({ user, params, body }) =>
    handEntryActs.undo(context, user, params.id, { entry: params.entry, ...body }),
  )
}
