import { billingOfTerm } from './billing.ts'
import { callbackSettled, lostCallback } from './callbacks.ts'
import { chat, chatHistory } from './chat.ts'
import { closeOfDay } from './closes.ts'
import { desk } from './desk.ts'
import { ledgerExport } from './exports.ts'
import { faq } from './faq.ts'
import { feedGrowth, feedPostComment } from './feed.ts'
import { firstLoad, landing } from './first-views.ts'
import { importPreview } from './imports.ts'
import { logInCold } from './log-in.ts'
import { onboarding } from './onboarding.ts'
import { overviewOfLargeResidence, paymentPages } from './overview.ts'
import { callPage, depositPages, lateFeesOfAll } from './owed.ts'
import { ledgerGrowth, roomAndPayments, transactionsGrowth } from './payments.ts'
import { memory, secondStart } from './process.ts'
import { resultOnScreen } from './result-on-screen.ts'
import { printTable, type Row } from './row.ts'
import { rush } from './rush.ts'
import { stopPostgres } from './server-process.ts'
import { signedInPhone } from './signed-in-phone.ts'
import { statementPreview } from './statements.ts'
import { tenantList, tenantPages, tenantPicker } from './tenants.ts'

/**
 * Prints figures with their floors, measured in the same run; a missed target does not fail. Arguments choose among
 * the functions below: `npm run bench -- tenantPages paymentPages`.
 */
const benches: (() => Promise<Row[]>)[] = [
  roomAndPayments,
  ledgerGrowth,
  transactionsGrowth,
  feedPostComment,
  feedGrowth,
  chat,
  chatHistory,
  tenantList,
  tenantPages,
  tenantPicker,
  callPage,
  billingOfTerm,
  depositPages,
  lateFeesOfAll,
  desk,
  overviewOfLargeResidence,
  paymentPages,
  importPreview,
  statementPreview,
  ledgerExport,
  closeOfDay,
  faq,
  secondStart,
  firstLoad,
  landing,
  signedInPhone,
  logInCold,
  rush,
  memory,
  callbackSettled,
  resultOnScreen,
  onboarding,
  lostCallback,
]

const asked = process.argv.slice(2)
const rows: Row[] = []
for (const bench of benches) {
  if (asked.length > 0 && !asked.includes(bench.name)) continue
  const found = await bench()
  rows.push(...found)
  // A whole run takes long: each figure is seen as soon as it is there.
  for (const { what, figure, floor, ratio } of found) {
    console.error([what, figure, floor, ratio].filter(Boolean).join(' · '))
  }
}
await stopPostgres()
printTable(rows)
process.exit(0)
