import { expect, test } from 'vitest'
import * as agreements from '#contract/agreements.ts'
import * as approvals from '#contract/approvals.ts'
import * as calls from '#contract/calls.ts'
import * as cash from '#contract/cash.ts'
import * as claims from '#contract/claims.ts'
import * as closes from '#contract/closes.ts'
import * as deposits from '#contract/deposits.ts'
import * as desk from '#contract/desk.ts'
import type { Endpoint } from '#contract/endpoint.ts'
import * as ledger from '#contract/ledger.ts'
import * as overview from '#contract/overview.ts'
import * as statements from '#contract/statements.ts'
import { changedByBooks } from './changed-by-books.ts'

/** Settings, which no entry changes. */
const others: string[] = [
  approvals.getApprovalLimit.path,
  calls.getPromiseRules.path,
  deposits.getDepositRule.path,
]

test.each([
  agreements,
  approvals,
  calls,
  cash,
  claims,
  closes,
  deposits,
  desk,
  ledger,
  overview,
  statements,
])('what staff read of the books is fetched again when they change', (contract) => {
  const read = Object.values<unknown>(contract).flatMap((one) => {
    const { method, path, who, file } = (one ?? {}) as Partial<Record<keyof Endpoint, string>>
    // Downloads and previews are asked for anew each time.
    const isKept = path && !file && !path.endsWith('/undo/')
    return method === 'GET' && isKept && who?.startsWith('staff') ? [path] : []
  })
  expect(read.length).toBeGreaterThan(0)
  const known: string[] = changedByBooks.map(({ path }) => path)
  expect(read.filter((path) => !known.includes(path) && !others.includes(path))).toEqual([])
})
