import { getTenantStanding } from '#contract/agreements.ts'
import { countApprovals, listApprovals } from '#contract/approvals.ts'
import { getCallSummary, listCalls } from '#contract/calls.ts'
import { getDrawer, listCashCounts } from '#contract/cash.ts'
import { listTenantClaims, listUnreportedClaims } from '#contract/claims.ts'
import { getClose, listCloses } from '#contract/closes.ts'
import { getDepositTotals, getTenantDeposit, listDeposits } from '#contract/deposits.ts'
import { countDesk, getDeskItem, listAccounts, listDesk } from '#contract/desk.ts'
import { listExactItems } from '#contract/exact.ts'
import { listRecurringFees } from '#contract/fees.ts'
import { getTenantStatement, listLedger } from '#contract/ledger.ts'
import { listTenantLetters } from '#contract/letters.ts'
import { getMoneyOfMonth, getOverview, listOverviewEntries } from '#contract/overview.ts'
import { getStatement, listStatementRows, listStatements } from '#contract/statements.ts'
import { getRentReceived } from '#contract/tax.ts'
import { getTenant } from '#contract/tenants.ts'
import { tenantLists } from '../tenancy/staff/use-tenants.ts'

/**
 * The endpoints whose data a change of the books affects, for `useAction`: of the desk, statements, codes, approvals and
 * closes, of tenants, their ledgers and letters, and of the overview. Data off screen is refetched when opened.
 */
export const changedByBooks = [
  getDeskItem,
  listDesk,
  countDesk,
  listExactItems,
  listAccounts,
  listStatements,
  getStatement,
  listStatementRows,
  listTenantClaims,
  listUnreportedClaims,
  getTenantStanding,
  listCalls,
  getCallSummary,
  listApprovals,
  countApprovals,
  listCloses,
  getClose,
  getDrawer,
  listCashCounts,
  getTenant,
  listLedger,
  getTenantStatement,
  listRecurringFees,
  getTenantDeposit,
  listDeposits,
  getDepositTotals,
  listTenantLetters,
  ...tenantLists,
  getOverview,
  getMoneyOfMonth,
  listOverviewEntries,
  getRentReceived,
] as const
