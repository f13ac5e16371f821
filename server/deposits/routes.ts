import * as contract from '#contract/deposits.ts'
import { dayOf } from '#rules/calendar.ts'
import type { Context } from '../context.ts'
import type { Key } from '../db/keys.ts'
import { insertDocuments } from '../documents/queries.ts'
import { discardDocuments, storeDocuments } from '../documents/store.ts'
import { invalid } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import { logStaffAction } from '../staff-log.ts'
import { findTenant, tenantNotFound } from '../tenancy/tenant-queries.ts'
import { depositActs } from './enter.ts'
import { findDepositState, listDepositEntries, listDeposits, sumDeposits } from './queries.ts'

export function depositRoutes(serve: Serve, context: Context) {
  const { db, now, throttles } = context
  const today = () => dayOf(now())

  async function loadDeposit(user: Key) {
    const [state, entries] = await Promise.all([
      findDepositState(db, user, today()),
      listDepositEntries(db, user),
    ])
    return { ...state, entries }
  }

  serve(contract.getOwnDeposit, ({ user }) => loadDeposit(user))

  serve(contract.getTenantDeposit, async ({ user: { company_id }, params: { id } }) => {
    if (!(await findTenant(db, company_id, id))) throw tenantNotFound()
    return loadDeposit({ company_id, id })
  })

  serve(contract.previewDeposit, ({ user, params, body }) =>
    depositActs.previewEntry(context, user, params.id, body),
  )
  serve(contract.enterDeposit, ({ user, params, body }) =>
    depositActs.enter(context, user, params.id, body),
  )
  serve(contract.previewDepositUndo, ({ user, params }) =>
    depositActs.previewUndo(context, user, params.id, params.entry),
  )
  serve(contract.undoDeposit, ({ user, params: { id, entry }, body }) =>
    depositActs.undo(context, user, id, { entry, ...body }),
  )

  serve(contract.addDeductionPhoto, async ({ user, params: { id }, files: { picture } }) => {
    if (!picture) throw invalid('picture', 'Please choose a picture.')
    if (!(await findTenant(db, user.company_id, id))) throw tenantNotFound()
    await throttles.document.consume(userKey(user.company_id, user.id))
    const stored = await storeDocuments(context, { deduction: picture })
    try {
      return await db.transaction().execute(async (tx) => {
        const [document_id = 0] = await insertDocuments(tx, user.company_id, id, stored)
        await logStaffAction(tx, user, {
          act: 'deposit.photo',
          subject: 'user',
          subject_id: id,
          before: null,
          after: { document_id },
        })
        return { document_id }
      })
    } catch (error) {
      await discardDocuments(context, stored)
      throw error
    }
  })

  serve(contract.listDeposits, async ({ user, query, request, reply }) =>
    paged(await listDeposits(db, user.company_id, today(), query), query, { request, reply }),
  )

  serve(contract.getDepositTotals, ({ user }) => sumDeposits(db, user.company_id, today()))
}
