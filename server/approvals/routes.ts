import * as contract from '#contract/approvals.ts'
import { dayOf, isoTime } from '#rules/calendar.ts'
import type { AuthUser } from '../auth/access.ts'
import { changeSetting } from '../company/change-setting.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { notFound } from '../http/errors.ts'
import { paged } from '../http/paging.ts'
import type { Serve } from '../http/serve.ts'
import { type Acts, approve, refuse, withdraw } from './decide.ts'
import type { AskedChange } from './perform.ts'
import {
  countOpenApprovals,
  findLimit,
  findRow,
  type ListedApproval,
  listApprovalRows,
  listOwed,
  updateLimit,
} from './queries.ts'

export const approvalRoutes = (acts: Acts) => (serve: Serve, context: Context) => {
  const { db } = context

  serve(contract.listApprovals, async ({ user, query, request, reply }) => {
    const rows = await listApprovalRows(db, user.company_id, query)
    return toApprovals(context, user, paged(rows, query, { request, reply }))
  })
  serve(contract.countApprovals, ({ user }) => countOpenApprovals(db, user))

  async function load(user: AuthUser, id: number) {
    const row = await findRow(db, user.company_id, id)
    const [approval] = row ? await toApprovals(context, user, [row]) : []
    if (!approval) throw notFound('There is no such request.', 'approval_not_found')
    return approval
  }
  serve(contract.approve, async ({ user, params }) => {
    await approve(context, acts, user, params.id)
    return load(user, params.id)
  })
  serve(contract.refuse, async ({ user, params, body }) => {
    await refuse(context, user, params.id, body.note)
    return load(user, params.id)
  })
  serve(contract.withdraw, async ({ user, params }) => {
    await withdraw(context, user, params.id)
    return load(user, params.id)
  })

  const findSetting = async (db: Db, company_id: number) => ({
    limit: await findLimit(db, company_id),
  })
  serve(contract.getApprovalLimit, ({ user }) => findSetting(db, user.company_id))
  serve(contract.changeApprovalLimit, ({ user, body }) =>
    changeSetting(context, user, 'approvals', body, findSetting, (tx, company_id, { limit }) =>
      updateLimit(tx, company_id, limit),
    ),
  )
}

/** Shows open requests with what the accounts owe now, since tenants may have paid while an act waits. */
async function toApprovals({ db, now }: Context, user: AuthUser, rows: ListedApproval[]) {
  const users = rows
    .filter(({ outcome }) => outcome === null)
    .flatMap((row) => row.changes.flatMap((one) => userOf(row, one) ?? []))
  const owed = await listOwed(db, user.company_id, users, dayOf(now()))
  return rows.map((row) => toApproval(row, user, owed))
}

const userOf = ({ user_id }: ListedApproval, change: AskedChange) =>
  change.user_id ?? (change.of === null ? user_id : null)

function presentChange(row: ListedApproval, change: AskedChange, owed: Map<number, number>) {
  const { of, before, after } = change
  const due = row.outcome === null ? owed.get(userOf(row, change) ?? 0) : undefined
  if (due === undefined || before === null) return { of, before, after }
  return { of, before: due, after: due + after - before }
}

const toApproval = (
  row: ListedApproval,
  user: AuthUser,
  owed: Map<number, number>,
): contract.Approval => ({
  id: row.id,
  act: row.act,
  tenant: row.user_id === null ? null : { id: row.user_id, full_name: row.person_name },
  about: row.about,
  shillings: row.shillings,
  changes: row.changes.map((change) => presentChange(row, change, owed)),
  reason: row.reason,
  asked_by: row.asker_name,
  asked_at: isoTime(row.asked_at),
  is_mine: row.asked_by === user.id,
  due_at: row.due_at && isoTime(row.due_at),
  decided:
    row.outcome && row.decided_at
      ? { outcome: row.outcome, by: row.decider_name, at: isoTime(row.decided_at), note: row.note }
      : null,
})
