import type { Acts } from './approvals/decide.ts'
import { depositActs } from './deposits/enter.ts'
import { deskAct } from './desk/resolve.ts'
import { reversalAct } from './desk/undo.ts'
import { handEntryActs } from './entries/hand-entries.ts'
import { removalAct } from './moves/remove.ts'
import { transferAct } from './moves/transfer.ts'
import { rentsAct } from './tenancy/change-rents.ts'
import { planAct, pricesAct } from './wifi/prices.ts'

/** The acts that may wait for a second person, each with the feature that does it. */
export const acts: Acts = {
  waiver: handEntryActs.enterAct,
  refund: handEntryActs.enterAct,
  undo: handEntryActs.undoAct,
  reversal: reversalAct,
  correction: deskAct,
  confirmation: deskAct,
  restoration: reversalAct,
  removal: removalAct,
  transfer: transferAct,
  rents: rentsAct,
  wifi_prices: pricesAct,
  wifi_plan: planAct,
  deposit: depositActs.enterAct,
  deposit_refund: depositActs.enterAct,
  deposit_undo: depositActs.undoAct,
}
