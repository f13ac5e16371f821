import type { FastifyReply } from 'fastify'
import * as ledger from '#contract/ledger.ts'
import { getReceipt, getReceiptPdf, type Receipt, setEtimsNumber } from '#contract/receipts.ts'
import { paymentIdOf } from '#rules/receipt.ts'
import { findWaitingActs } from '../approvals/queries.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { receiptNotFound } from '../desk/wrong-account.ts'
import { conflict, requireUnchanged } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import { loadLogo } from '../settings/pictures.ts'
import { isFirstView, logStaffAction } from '../staff-log.ts'
import {
  accountStatementCsv,
  accountStatementPdf,
  loadAccountStatement,
  statementRows,
} from './account-statement.ts'
import { receiptPdf } from './pdf.ts'
import { findReceipt, insertEtimsNumber, lockEtimsNumber, toReceipt } from './queries.ts'
import { receiptRollPdf } from './roll-pdf.ts'

export function receiptRoutes(serve: Serve, context: Context) {
  const { db, throttles } = context
  /** Tenants see their own receipts, staff all of their company. */
  async function loadReceipt(user: AuthUser, number: string): Promise<Receipt> {
    const id = paymentIdOf(number)
    const found = id === null ? undefined : await findReceipt(db, user.company_id, id)
    if (!found || (found.user_id !== user.id && !user.is_staff)) {
      throw receiptNotFound()
    }
    const waiting = user.is_staff
      ? (await findWaitingActs(db, user.company_id)).payments.get(found.id)
      : undefined
    return { ...toReceipt(found, user.id), waiting: waiting ?? null }
  }

  serve(getReceipt, ({ user, params }) => loadReceipt(user, params.number))

  serve(getReceiptPdf, async ({ user, params, query, reply }) => {
    const receipt = await loadReceipt(user, params.number)
    await throttles.receiptPdf.consume(userKey(user.company_id, user.id))
    const roll = query.paper === '58mm'
    const name = roll ? `${receipt.number}-roll` : receipt.number
    reply.header('content-disposition', `inline; filename="${name}.pdf"`)
    if (roll) return receiptRollPdf(receipt)
    return receiptPdf(receipt, await loadLogo(context, user.company_id))
  })

  serve(setEtimsNumber, async ({ user, params, body: { was, now } }) => {
    const { number, amount, kind, voided } = await loadReceipt(user, params.number)
    // An invoice is for money that was received.
    if (amount <= 0 || kind === 'correction' || (voided && now.number !== '')) {
      throw conflict('This receipt is not one of money that counts.', 'not_received')
    }
    const { company_id } = user
    const payment_id = paymentIdOf(number) ?? 0
    await db.transaction().execute(async (tx) => {
      requireUnchanged(await lockEtimsNumber(tx, company_id, payment_id), was)
      const after = now.number || null
      await insertEtimsNumber(tx, { company_id, payment_id, number: after, entered_by: user.id })
      await logStaffAction(tx, user, {
        act: 'receipt.etims',
        subject: 'payment',
        subject_id: payment_id,
        before: { receipt: number, number: was },
        after: { number: after },
      })
    })
    return loadReceipt(user, number)
  })

  type Query = Parameters<typeof loadAccountStatement>[3]

  async function showStatement(user: AuthUser, tenant: number, query: Query) {
    const { name, rows, ...statement } = await loadAccountStatement(context, user, tenant, query)
    if (tenant !== user.id) {
      const view = { act: 'tenancy.statement', subject: 'user', subject_id: tenant } as const
      if (await isFirstView(context, user, view.act, tenant))
        await logStaffAction(db, user, { ...view, before: null, after: null })
    }
    return { ...statement, rows: statementRows(rows) }
  }

  /** Downloads of a tenant's account by staff are in the staff log. */
  async function downloadStatement(
    format: 'csv' | 'pdf',
    { user, query, reply }: { user: AuthUser; query: Query; reply: FastifyReply },
    tenant: number,
  ) {
    await throttles.receiptPdf.consume(userKey(user.company_id, user.id))
    const statement = await loadAccountStatement(context, user, tenant, query)
    const file =
      format === 'csv'
        ? accountStatementCsv(statement)
        : await accountStatementPdf(context, user.company_id, statement)
    const { from, until, name } = statement
    if (tenant !== user.id) {
      await logStaffAction(db, user, {
        act: 'export.statement',
        subject: 'user',
        subject_id: tenant,
        before: null,
        after: { format, from, until },
      })
    }
    const disposition = format === 'csv' ? 'attachment' : 'inline'
    reply.header('content-disposition', `${disposition}; filename="${name}.${format}"`)
    return file
  }

  serve(ledger.getOwnStatement, ({ user, query }) => showStatement(user, user.id, query))
  serve(ledger.getOwnStatementCsv, (input) => downloadStatement('csv', input, input.user.id))
  serve(ledger.getOwnStatementPdf, (input) => downloadStatement('pdf', input, input.user.id))
  serve(ledger.getTenantStatement, ({ user, params, query }) =>
    showStatement(user, params.id, query),
  )
  serve(ledger.getTenantStatementCsv, (input) => downloadStatement('csv', input, input.params.id))
  serve(ledger.getTenantStatementPdf, (input) => downloadStatement('pdf', input, input.params.id))
}
