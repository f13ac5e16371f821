import { callbackSettled, lostCallback } from './callbacks.ts'
import { chat, chatHistory } from './chat.ts'
import { ledgerExport } from './exports.ts'
import { faq } from './faq.ts'
import { feedGrowth, feedPostComment } from './feed.ts'
import { firstLoad, landing } from './first-views.ts'
import { importPreview } from './imports.ts'
import { onboarding } from './onboarding.ts'
import { overviewOfLargeResidence, paymentPages } from './overview.ts'
import { ledgerGrowth, roomAndPayments, transactionsGrowth } from './payments.ts'
import { memory, secondStart } from './process.ts'
import { resultOnScreen } from './result-on-screen.ts'
import { printTable, type Row } from './row.ts'
import { rush } from './rush.ts'
import { stopPostgres } from './server-process.ts'
import { signedInPhone } from './signed-in-phone.ts'
import { tenantList, tenantPages, tenantPicker } from './tenants.ts'

/** Prints figures with their floors, measured in the same run; a missed target does not fail. */
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
  overviewOfLargeResidence,
  paymentPages,
  importPreview,
  ledgerExport,
  faq,
  secondStart,
  firstLoad,
  landing,
  signedInPhone,
  rush,
  memory,
  callbackSettled,
  resultOnScreen,
  onboarding,
  lostCallback,
]

const rows: Row[] = []
for (const bench of benches) rows.push(...(await bench()))
await stopPostgres()
printTable(rows)
process.exit(0)
