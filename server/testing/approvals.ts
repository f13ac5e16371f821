import { expect } from 'vitest'
import {
  type ApprovalState,
  approve,
  changeApprovalLimit,
  listApprovals,
} from '#contract/approvals.ts'
import { enterByHand } from '#contract/entries.ts'
import { dayOf } from '#rules/calendar.ts'
import type { HandKind } from '#rules/hand-entry.ts'
import type { StaffRole } from '#rules/staff-roles.ts'
import { entering as enteringOn } from './entries.ts'
import { addResidence, addStaff, addTenant, type TestStaff } from './people.ts'
import type { Caller, TestServer } from './server.ts'

export const setLimit = (who: Caller, was: number | null, limit: number | null) =>
  who.call(changeApprovalLimit, { body: { was: { limit: was }, now: { limit } } })

export async function approved(by: Caller, waiting: { id: number | string } | undefined) {
  const { status, body } = await by.call(approve, { params: { id: String(waiting?.id) } })
  expect([status, body.decided?.outcome]).toEqual([200, 'approved'])
  return body
}

export const approvalsFor = async (who: Caller, state: ApprovalState = 'open') =>
  (await who.call(listApprovals, { query: { state } })).body

/** A residence with a limit of 1,000 shillings: its owner, staff of these roles, and a tenant who owes 60,000. */
export async function openOffice<R extends StaffRole>(server: TestServer, ...roles: R[]) {
  const residence = await addResidence(server)
  const { company_id, slug, owner } = residence
  const staff = {} as Record<R, TestStaff>
  for (const role of roles) staff[role] = await addStaff(server, role, company_id)
  const tenant = await addTenant(server, { residence, owes: 60_000 })
  const set = await setLimit(owner, null, 1000)
  expect([set.status, set.body]).toEqual([200, { limit: 1000 }])
  const entering = (who: Caller, kind: HandKind, amount: number) => {
    const on = dayOf(server.running.context.now())
    return enteringOn(who, tenant, { kind, amount, on, reason: 'Burst pipe' })
  }
  const enter = async (who: Caller, kind: HandKind, amount: number) =>
    who.call(enterByHand, await entering(who, kind, amount))
  return {
    ...{ company_id, slug, owner, staff, tenant, owed: tenant.owed, entering, enter },
    list: () => approvalsFor(owner),
    decided: async () => (await approvalsFor(owner, 'decided'))[0],
    async waive(who: Caller, amount = 5000) {
      const { status, body } = await enter(who, 'waiver', amount)
      expect([status, body.id]).toEqual([201, null])
      return { id: String(body.waiting?.id) }
    },
  }
}
