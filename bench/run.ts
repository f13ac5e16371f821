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
import { printTable, type Row, sized } from './row.ts'
import { rush } from './rush.ts'
import { removeAll } from './server-process.ts'
import { signedInPhone } from './signed-in-phone.ts'
import { statementPreview } from './statements.ts'
import { tenantList, tenantPages, tenantPicker } from './tenants.ts'

/**
 * Prints figures with their floors, measured in the same run; a missed target does not fail. Arguments choose among
 * the functions below: `npm run bench -- tenantPages paymentPages`. With `--smallest` each is run once with little data, which
 * tells only whether it still runs.
 */
const benches: (() => Promise<Row[]>)[] = [
  lostCallback,
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
]

const asked = process.argv.slice(2).filter((word) => !word.startsWith('--'))
const waiting = benches.filter(({ name }) => asked.length === 0 || asked.includes(name))
const rows: Row[] = []
let failed = 0

async function runWaiting() {
  for (let bench = waiting.shift(); bench; bench = waiting.shift()) {
    const found = await bench().catch((error) => {
      failed++
      console.error(`${bench?.name} failed:`, error)
      return []
    })
    rows.push(...found)
    // A whole run takes long: each figure is seen as soon as it is there.
    for (const { what, figure, floor, ratio } of found) {
      console.error([bench.name, what, figure, floor, ratio].filter(Boolean).join(' · '))
    }
  }
}

// Most of the smallest size is waiting.
await Promise.all(Array.from({ length: sized(1, 3) }, runWaiting))
await removeAll()
printTable(rows)
process.exit(failed > 0 ? 1 : 0)
