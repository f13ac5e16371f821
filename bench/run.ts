import { callbackSettled } from './callback-settled.ts'
import { chat } from './chat.ts'
import { chatHistory } from './chat-history.ts'
import { faq } from './faq.ts'
import { feedGrowth } from './feed-growth.ts'
import { feedPage } from './feed-page.ts'
import { feedPhone } from './feed-phone.ts'
import { firstLoad } from './first-load.ts'
import { landing } from './landing.ts'
import { ledgerGrowth } from './ledger-growth.ts'
import { lostCallback } from './lost-callback.ts'
import { memory } from './memory.ts'
import { onboarding } from './onboarding.ts'
import { resultOnScreen } from './result-on-screen.ts'
import { roomAndPayments } from './room-and-payments.ts'
import { printTable, type Row } from './row.ts'
import { secondStart } from './second-start.ts'
import { stopPostgres } from './server-process.ts'
import { tenantList } from './tenant-list.ts'
import { tenantPicker } from './tenant-picker.ts'
import { transactionsGrowth } from './transactions-growth.ts'

/** Figures beside floors measured in the same run; they print and never fail. */
const benches: (() => Promise<Row[]>)[] = [
  roomAndPayments,
  ledgerGrowth,
  transactionsGrowth,
  feedPage,
  feedGrowth,
  chat,
  chatHistory,
  tenantList,
  tenantPicker,
  faq,
  secondStart,
  firstLoad,
  landing,
  feedPhone,
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
