import { cpSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import {
  changeProfileImage,
  forgotPassword,
  register,
  resetPasswordByLink,
  updateUser,
} from '#contract/account.ts'
import { dismissAccountNotice, listAccountNotices } from '#contract/account-notices.ts'
import {
  agreeToPlan,
  agreeToProposal,
  declineProposal,
  endAgreement,
  getStanding,
  getTenantStanding,
  makePromise,
  noteCall,
  previewPlan,
  proposePlan,
  setPlan,
} from '#contract/agreements.ts'
import {
  approve,
  changeApprovalLimit,
  countApprovals,
  getApprovalLimit,
  listApprovals,
  refuse,
  withdraw,
} from '#contract/approvals.ts'
import { askAssistant, getAssistant } from '#contract/assistant.ts'
import { getUser, login, logout, refreshToken } from '#contract/auth.ts'
import * as billing from '#contract/billing.ts'
import {
  changePromiseRules,
  enterHelb,
  getCallSummary,
  getPromiseRules,
  listCalls,
  previewHelb,
  previewHelbUndo,
  undoHelb,
} from '#contract/calls.ts'
import { countCash, getDrawer, listCashCounts } from '#contract/cash.ts'
import {
  blockPerson,
  getConversation,
  listConversations,
  listMessages,
  markSeen,
  sendMessage,
  unblockPerson,
} from '#contract/chat.ts'
import {
  claimForTenant,
  closeClaim,
  findPayment,
  listClaims,
  listTenantClaims,
  listUnreportedClaims,
  reopenClaim,
} from '#contract/claims.ts'
import { countersignClose, getClose, listCloses, signClose } from '#contract/closes.ts'
import { getCompany } from '#contract/company.ts'
import {
  addDeductionPhoto,
  changeDepositRule,
  enterDeposit,
  getDepositRule,
  getDepositTotals,
  getOwnDeposit,
  getTenantDeposit,
  listDeposits,
  previewDeposit,
  previewDepositUndo,
  undoDeposit,
} from '#contract/deposits.ts'
import {
  addDeskNote,
  assignDeskItem,
  attachDeskItem,
  confirmDeskItem,
  correctDeskItem,
  countDesk,
  dismissDeskItem,
  getDeskItem,
  listAccounts,
  listDesk,
  previewDeskAct,
  pullStatement,
  reopenDeskItem,
  reverseDeskItem,
  splitDeskItem,
} from '#contract/desk.ts'
import { addDocument, linkDocument, listDocuments, viewDocument } from '#contract/documents.ts'
import { type Endpoint, permissionFor, requestOf } from '#contract/endpoint.ts'
import { enterByHand, previewEntry, previewUndo, undoEntry } from '#contract/entries.ts'
import { creditExactItems, listExactItems } from '#contract/exact.ts'
import { exportTable } from '#contract/exports.ts'
import {
  changeFees,
  changeLateFees,
  getFees,
  getLateFees,
  listRecurringFees,
  previewRecurringFee,
  startRecurringFee,
  stopRecurringFee,
} from '#contract/fees.ts'
import {
  getBadRows,
  importTable,
  listImports,
  previewImport,
  undoImport,
} from '#contract/imports.ts'
import {
  getOwnStatement,
  getOwnStatementCsv,
  getOwnStatementPdf,
  getTenantStatement,
  getTenantStatementCsv,
  getTenantStatementPdf,
  listBalances,
  listLedger,
} from '#contract/ledger.ts'
import {
  checkLetter,
  getLetter,
  getLetterKey,
  getLetterPdf,
  issueLetter,
  issueTenantLetter,
  listLetters,
  listTenantLetters,
  withdrawLetter,
} from '#contract/letters.ts'
import {
  approvePost,
  countModeration,
  dismissReport,
  listModeratedPosts,
  listReports,
  rejectPost,
  removeComment,
} from '#contract/moderation.ts'
import { checkMpesa, getMpesa, registerMpesa, startTestPush } from '#contract/mpesa.ts'
import {
  getOnboardingCompany,
  listColleges,
  listFaculties,
  listFreeRooms,
  onboardTenant,
} from '#contract/onboarding.ts'
import { getMoneyOfMonth, getOverview, listOverviewEntries } from '#contract/overview.ts'
import {
  agreeOverLink,
  getLinkPush,
  getLinkReceipt,
  listPayLinks,
  makePayLink,
  openPayLink,
  revokePayLink,
  startLinkPush,
} from '#contract/pay-links.ts'
import {
  codeStatusResult,
  getOpenPush,
  getPushStatus,
  initiatePush,
  paybillConfirmation,
  paybillValidation,
  stkCallback,
  transactionStatusResult,
} from '#contract/payments.ts'
import {
  addGalleryPicture,
  changePicture,
  getPictures,
  removeGalleryPicture,
  removePicture,
} from '#contract/pictures.ts'
import {
  createComment,
  createPost,
  deleteComment,
  deletePost,
  getPost,
  listComments,
  listOwnPosts,
  listPosts,
  reportComment,
  reportPost,
  updateComment,
  updatePost,
} from '#contract/posts.ts'
import { getReceipt, getReceiptPdf, setEtimsNumber } from '#contract/receipts.ts'
import {
  addRooms,
  cancelRent,
  changeRents,
  changeRoom,
  closeRoom,
  deleteRoom,
  previewClosure,
  previewRentCancel,
  previewRents,
  reopenRoom,
} from '#contract/rooms.ts'
import { endOtherSessions, endOwnSession, listSessions } from '#contract/sessions.ts'
import { getSetUp, setUp } from '#contract/set-up.ts'
import {
  changeBundlePrices,
  changeColleges,
  changeFrequentQuestions,
  changeResidence,
  changeServices,
  changeStaffRole,
  getBundlePrices,
  getChecklist,
  getColleges,
  getFrequentQuestions,
  getPlannedPrices,
  getResidence,
  getServices,
  inviteAgain,
  inviteStaff,
  listStaff,
  planPrices,
  previewBundlePrices,
  previewPlannedPrices,
  removeStaff,
  tryQuestion,
} from '#contract/settings.ts'
import { listLog, listLogPeople } from '#contract/staff-log.ts'
import {
  getStatement,
  listStatementRows,
  listStatements,
  previewStatement,
  uploadStatement,
} from '#contract/statements.ts'
import { changeTaxRate, getRentReceived, getRentReceivedCsv } from '#contract/tax.ts'
import { getAccountNumber, getPaymentSummary, getPaymentSummaryAlias } from '#contract/tenancy.ts'
import {
  addTenantNote,
  changeContact,
  changeDetails,
  deleteTenantNote,
  editedDetails,
  resetPasswordToIdNumber,
} from '#contract/tenant-record.ts'
import {
  cancelTransfer,
  countTenants,
  extendStay,
  findTenants,
  getRoom,
  getTenant,
  listFormerTenants,
  listRoomNumbers,
  listRooms,
  listTenantPage,
  listTenants,
  moveBack,
  previewMoveBack,
  removeTenant,
  transferTenant,
} from '#contract/tenants.ts'
import { getTerms, listTerms, publishTerms } from '#contract/terms.ts'
import { listTransactionMonths, listTransactions } from '#contract/transactions.ts'
import { countUnread } from '#contract/unread.ts'
import { findVoucher, listVouchers } from '#contract/wifi.ts'
import {
  previewTakeBack,
  previewTakenByMpesa,
  takeBackForMpesa,
  takeBackPayment,
} from '#contract/wrong-account.ts'
import { dayOf, monthOf } from '#rules/calendar.ts'
import { mayDo, type StaffRole, staffRoles } from '#rules/staff-roles.ts'
import { insertAgreement } from './agreements/queries.ts'
import { settle } from './payments/settle.ts'
import { insertPost } from './posts/queries.ts'
import { testNow } from './testing/clock.ts'
import { storeTestDocuments } from './testing/documents.ts'
import { apiEndpoints as endpoints, nameOf } from './testing/endpoints.ts'
import { startFakeDaraja } from './testing/fake-daraja.ts'
import { addCompany, addPerson, password } from './testing/people.ts'
import { runServer } from './testing/process.ts'
import {
  type Caller,
  callerOf,
  demoDatabase,
  endServer,
  startServer,
  type TestServer,
} from './testing/server.ts'

const onWorkers = process.env.ACCESS_ON === 'workers'
/** Workers are processes of their own, with the machine's clock. */
const now = onWorkers ? () => new Date() : testNow

/**
 * Every endpoint × role × ownership. The requested rows are Amina's.
 * - visitor: not signed in; ended: with the token of a session that has ended
 * - brian: another tenant; grace: staff of the residence; stranger: a tenant of another company;
 *   elsewhere: its staff
 */
const roles = ['visitor', 'ended', 'amina', 'brian', 'grace', 'stranger', 'elsewhere'] as const
type Role = (typeof roles)[number]
const ELSEWHERE = roles.indexOf('elsewhere')

interface Row {
  endpoint: Endpoint
  input?: (role: Role) => Record<string, unknown>
  /** The status for each role, in the order of `roles`. */
  statuses: [number, number, number, number, number, number, number]
}

const everyone = (status: number): Row['statuses'] => [
  status,
  status,
  status,
  status,
  status,
  status,
  status,
]
const members = (
  amina: number,
  brian: number,
  grace: number,
  stranger: number,
  elsewhere = stranger,
): Row['statuses'] => [401, 401, amina, brian, grace, stranger, elsewhere]
/** Staff of the residence, and of another one. */
const staff = (grace: number, elsewhere = grace) => members(403, 403, grace, 403, elsewhere)

const today = dayOf(now())
/** More than anybody owes. */
const onePart = { amount: 900_000, day: today, days_after: null }
const cash = { kind: 'cash', amount: 100, on: today } as const
const noFee = { fee: 1, amount: 500, from_month: monthOf(now()) }
const rents = { rooms: 'A101', rate: 7000, from: dayOf(now()) }
const plannedRent = { room: 'A101', from: dayOf(now()) }

let aminasAccount = ''
let aminasId = 0
let otherTenantsId = 0
let aminasPush = ''
let aminasReceipt = ''
/** Of Amina, and its code. */
let aLetter = { number: '', code: '' }
/** A pay link of Amina, one of Brian, and what was paid over that one. */
const aPayLink = { id: 0, brians: '', submission: crypto.randomUUID() }
/** The M-Pesa receipt of one of Amina's bundles. */
const aminasBundle = 'UKBUNDLE01'
let anApproval = 0
/** Which staff have set for Amina. */
let aPlan = 0
let deskItem = 0
let aminasDocument = 0
let aminasNotice = 0
let aminasLink = ''
/** Amina's posts: one published, three not, and three comments on the first. */
let aminasPost = 0
let waitingPosts: number[] = []
let aminasComments: number[] = []
let aReport = 0
const phoneOf = (role: Role) => `07331000${String(roles.indexOf(role)).padStart(2, '0')}`
/** What an act is expected to change when there is nothing to count. */
const expected = { accounts: [], push: null, wifi_code: false }

function onDesk(body?: Record<string, unknown>) {
  return () => ({ params: { id: deskItem }, ...(body && { body }) })
}
const onPost = (body?: Record<string, unknown>) => () => ({ params: { id: aminasPost }, body })
const onComment = (body?: Record<string, unknown>) => () => ({
  params: { id: aminasComments[0] },
  body,
})
const postForm = { title: 'Desk', description: 'Of wood' }
/** Brian's message to Amina about one of her posts; `person` is Brian. */
const withBrian = { post: 0, person: 0 }
let messageByBrian = 0
const inChat = (body?: () => Record<string, unknown>) => () => ({
  params: withBrian,
  ...(body && { body: body() }),
})
const newMessage = () => ({ text: 'Hello', client_id: crypto.randomUUID() })
const payLinkForm = () => ({
  ...{ label: 'Mum', show_name: false, show_owed: false },
  submission_id: crypto.randomUUID(),
})
const linkPush = () => ({
  ...{ phone_number: '0733100097', amount: 10 },
  submission_id: aPayLink.submission,
})
const wrongHook = { params: { secret: 'f'.repeat(48) }, body: {} }

/** What no act on Amina's deposit does. */
const otherDeposit = {
  full_name: 'Amina Otieno',
  held: { before: 1, after: 0 },
  owes: { before: 1, after: 0 },
}

/** A change of settings that are not as they were said to be. */
const outdated = (now: unknown) => () => ({ body: { was: 'something else', now } })
const residenceForm = {
  name: 'A House',
  tagline: 'Rooms.',
  address: 'Thika Road',
  phone: '0709 000 456',
  email: 'hello@house.example',
  hours: 'Every day',
  wifi_network: '',
  footer: '',
  facilities: [],
  first_month: 'full',
}

const rows: Row[] = [
  { endpoint: listTransactions, statuses: members(200, 200, 200, 200) },
  { endpoint: listTransactionMonths, statuses: members(200, 200, 200, 200) },
  { endpoint: getCompany, statuses: everyone(200) },
  { endpoint: getAssistant, statuses: everyone(200) },
  {
    endpoint: askAssistant,
    input: () => ({ body: { text: 'Tell me about the residence' } }),
    statuses: everyone(200),
  },
  {
    endpoint: getOnboardingCompany,
    input: () => ({ params: { slug: 'acacia-court' } }),
    statuses: everyone(200),
  },
  { endpoint: getSetUp, statuses: everyone(410) },
  {
    endpoint: setUp,
    input: () => ({
      body: {
        code: 'AAAA-BBBB-CCCC',
        name: 'Another House',
        slug: 'another-house',
        tagline: 'Rooms.',
        address: 'Thika Road',
        phone: '0709 000 456',
        email: 'hello@another.example',
        hours: 'Every day',
        first_name: 'New',
        last_name: 'Owner',
        staff_email: 'owner@another.example',
        password: 'mango-matatu-9',
      },
    }),
    statuses: everyone(410),
  },
  { endpoint: getResidence, statuses: staff(200) },
  { endpoint: changeResidence, input: outdated(residenceForm), statuses: staff(409) },
  { endpoint: getBundlePrices, statuses: staff(200) },
  { endpoint: changeBundlePrices, input: outdated([]), statuses: staff(409) },
  { endpoint: previewBundlePrices, input: outdated([]), statuses: staff(409) },
  { endpoint: getFrequentQuestions, statuses: staff(200) },
  { endpoint: changeFrequentQuestions, input: outdated([]), statuses: staff(409) },
  { endpoint: getPlannedPrices, statuses: staff(200) },
  {
    endpoint: planPrices,
    input: () => ({ body: { was: null, now: { from: '2020-01-01', bundles: [] } } }),
    statuses: staff(400),
  },
  {
    endpoint: previewPlannedPrices,
    input: () => ({ body: { was: null, now: { from: '2020-01-01', bundles: [] } } }),
    statuses: staff(400),
  },
  {
    endpoint: tryQuestion,
    input: () => ({ body: { question: 'When is it quiet?', entries: [] } }),
    statuses: staff(200),
  },
  { endpoint: getPictures, statuses: staff(200) },
  {
    endpoint: changePicture,
    input: () => ({ params: { kind: 'logo' }, body: {} }),
    statuses: staff(400),
  },
  { endpoint: removePicture, input: () => ({ params: { kind: 'logo' } }), statuses: staff(200) },
  {
    endpoint: addGalleryPicture,
    input: () => ({ body: { caption: 'The gate' } }),
    statuses: staff(400),
  },
  {
    endpoint: removeGalleryPicture,
    input: () => ({ params: { id: '00000000-0000-4000-8000-000000000000' } }),
    statuses: staff(404),
  },
  { endpoint: getColleges, statuses: staff(200) },
  { endpoint: changeColleges, input: outdated([]), statuses: staff(409) },
  { endpoint: getFees, statuses: staff(200) },
  { endpoint: changeFees, input: outdated([]), statuses: staff(409) },
  { endpoint: getLateFees, statuses: staff(200) },
  { endpoint: changeLateFees, input: outdated(null), statuses: staff(409) },
  { endpoint: billing.getBillingTerms, statuses: staff(200) },
  { endpoint: billing.changeBillingTerms, input: outdated([]), statuses: staff(409) },
  { endpoint: billing.getBillingRule, statuses: staff(200) },
  {
    endpoint: billing.changeBillingRule,
    input: outdated({ billed_by: 'month', leaving_percent: 0 }),
    statuses: staff(409),
  },
  { endpoint: billing.listBilledTerms, statuses: staff(200) },
  {
    endpoint: billing.previewBilling,
    input: () => ({ params: { id: '1' } }),
    statuses: staff(404),
  },
  {
    endpoint: billing.billTerm,
    input: () => ({ params: { id: '1' }, body: {} }),
    statuses: staff(404),
  },
  {
    endpoint: billing.previewTakeBack,
    input: () => ({ params: { id: '1' } }),
    statuses: staff(404),
  },
  {
    endpoint: billing.previewBillUndo,
    input: () => ({ params: { id: '1' } }),
    statuses: staff(404),
  },
  {
    endpoint: billing.undoBill,
    input: () => ({
      params: { id: '1' },
      body: {
        reason: 'Billed by mistake',
        expected: { full_name: '', before: 0, after: 0, amount: 0, again_on: null },
      },
    }),
    statuses: staff(404),
  },
  {
    endpoint: billing.takeBackTerm,
    input: () => ({ params: { id: '1' }, body: {} }),
    statuses: staff(404),
  },
  {
    endpoint: billing.getTenantBilling,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: billing.previewTenantBilling,
    input: () => ({ params: { id: aminasId }, body: { billed_by: 'month' } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: billing.changeTenantBilling,
    input: () => ({
      params: { id: aminasId },
      body: { billed_by: 'month', expected: { full_name: '', before: 0, after: 0 } },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: billing.previewRemoval,
    input: () => ({ params: { id: aminasId }, body: { departure_date: '2020-01-01' } }),
    statuses: staff(400, 404),
  },
  {
    endpoint: billing.previewTransfer,
    input: () => ({
      params: { id: aminasId },
      body: { room_number: 'A101', transfer_date: today },
    }),
    statuses: staff(400, 404),
  },
  { endpoint: getServices, statuses: staff(200) },
  { endpoint: changeServices, input: outdated([]), statuses: staff(409) },
  {
    endpoint: addRooms,
    input: () => ({ body: { pattern: 'Z9-Z1', rate: 1, capacity: 1 } }),
    statuses: staff(400),
  },
  {
    endpoint: changeRoom,
    input: () => ({
      params: { number: 'A101' },
      body: { was: {}, now: { room_number: 'A101', capacity: 1, notes: '' } },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: deleteRoom,
    input: () => ({ params: { number: 'A101' } }),
    statuses: staff(409, 404),
  },
  {
    endpoint: closeRoom,
    input: () => ({
      params: { number: 'A101' },
      body: { from: '2027-02-01', until: '2027-01-01', reason: 'A new roof' },
    }),
    statuses: staff(400),
  },
  {
    endpoint: previewClosure,
    input: () => ({
      params: { number: 'A101' },
      body: { from: '2027-02-01', until: '2027-01-01', reason: 'A new roof' },
    }),
    statuses: staff(400),
  },
  {
    endpoint: reopenRoom,
    input: () => ({ params: { number: 'A101' } }),
    statuses: staff(409, 404),
  },
  { endpoint: previewRents, input: () => ({ body: rents }), statuses: staff(200, 400) },
  {
    endpoint: changeRents,
    input: () => ({ body: { ...rents, expected: null } }),
    statuses: staff(409, 400),
  },
  {
    endpoint: previewStatement,
    input: () => ({ body: { file_name: 'x.csv' } }),
    statuses: staff(400),
  },
  {
    endpoint: uploadStatement,
    input: () => ({ body: { file_name: 'x.csv', fingerprint: '' } }),
    statuses: staff(400),
  },
  { endpoint: listStatements, statuses: staff(200) },
  { endpoint: getStatement, input: () => ({ params: { id: 1 } }), statuses: staff(404) },
  { endpoint: listStatementRows, input: () => ({ params: { id: 1 } }), statuses: staff(404) },
  {
    endpoint: previewRentCancel,
    input: () => ({ body: plannedRent }),
    statuses: staff(409, 400),
  },
  {
    endpoint: cancelRent,
    input: () => ({ body: { ...plannedRent, expected: null } }),
    statuses: staff(409, 400),
  },
  {
    endpoint: exportTable,
    input: () => ({ params: { kind: 'rooms' } }),
    statuses: staff(200),
  },
  {
    endpoint: previewImport,
    input: () => ({ params: { kind: 'rooms' }, body: {} }),
    statuses: staff(400),
  },
  {
    endpoint: getBadRows,
    input: () => ({ params: { kind: 'rooms' }, body: {} }),
    statuses: staff(400),
  },
  {
    endpoint: importTable,
    input: () => ({ params: { kind: 'rooms' }, body: { fingerprint: '' } }),
    statuses: staff(400),
  },
  { endpoint: listImports, statuses: staff(200) },
  { endpoint: undoImport, input: () => ({ params: { id: 1 } }), statuses: staff(404) },
  {
    endpoint: findTenants,
    input: () => ({ query: { q: 'amina' } }),
    statuses: staff(200),
  },
  { endpoint: listTenantPage, statuses: staff(200) },
  { endpoint: countTenants, statuses: staff(200) },
  { endpoint: getChecklist, statuses: staff(200) },
  { endpoint: listStaff, statuses: staff(200) },
  {
    endpoint: inviteAgain,
    input: () => ({ params: { id: '999999' } }),
    statuses: staff(404),
  },
  {
    endpoint: inviteStaff,
    input: () => ({
      body: { first_name: 'A', last_name: 'B', email: 'taken@other.example', role: 'viewer' },
    }),
    statuses: staff(409),
  },
  {
    endpoint: changeStaffRole,
    input: () => ({ params: { id: aminasId }, body: { role: 'owner' } }),
    statuses: staff(404),
  },
  { endpoint: removeStaff, input: () => ({ params: { id: aminasId } }), statuses: staff(404) },
  { endpoint: listLog, statuses: staff(200) },
  { endpoint: listLogPeople, statuses: staff(200) },
  { endpoint: listApprovals, statuses: staff(200) },
  { endpoint: countApprovals, statuses: staff(200) },
  { endpoint: approve, input: () => ({ params: { id: anApproval } }), statuses: staff(403, 404) },
  {
    endpoint: refuse,
    input: () => ({ params: { id: anApproval }, body: { note: 'Odd' } }),
    statuses: staff(403, 404),
  },
  { endpoint: withdraw, input: () => ({ params: { id: anApproval } }), statuses: staff(200, 404) },
  { endpoint: getStanding, statuses: members(200, 200, 200, 200) },
  // Nobody has promised so little: more than nothing is owed by some, and by others nothing.
  {
    endpoint: makePromise,
    input: () => ({ body: { amount: 0, day: today, submission_id: crypto.randomUUID() } }),
    statuses: members(400, 400, 400, 400),
  },
  {
    endpoint: proposePlan,
    input: () => ({ body: { parts: [], submission_id: crypto.randomUUID() } }),
    statuses: members(400, 400, 400, 400),
  },
  {
    endpoint: agreeToPlan,
    input: () => ({ params: { id: aPlan }, body: { wording: 'Something else' } }),
    statuses: members(409, 404, 404, 404),
  },
  {
    endpoint: agreeToProposal,
    input: () => ({ params: { id: 999_999 } }),
    statuses: staff(404),
  },
  {
    endpoint: declineProposal,
    input: () => ({ params: { id: 999_999 }, body: { reason: 'Too late' } }),
    statuses: staff(404),
  },
  {
    endpoint: getTenantStanding,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: previewPlan,
    input: () => ({ params: { id: aminasId }, body: { parts: [onePart] } }),
    statuses: staff(400, 404),
  },
  {
    endpoint: setPlan,
    input: () => ({
      params: { id: aminasId },
      body: {
        plan: { parts: [onePart] },
        submission_id: crypto.randomUUID(),
        expected: { owed: 1, wording: '' },
      },
    }),
    statuses: staff(400, 404),
  },
  {
    endpoint: noteCall,
    input: () => ({ params: { id: aminasId }, body: { outcome: 'reached', day: today } }),
    statuses: staff(201, 404),
  },
  {
    endpoint: endAgreement,
    input: () => ({ params: { id: aPlan } }),
    statuses: members(200, 404, 404, 404),
  },
  { endpoint: listCalls, statuses: staff(200) },
  { endpoint: getCallSummary, statuses: staff(200) },
  {
    endpoint: previewHelb,
    input: () => ({ body: { kind: 'expected', day: '2020-01-01' } }),
    statuses: staff(400),
  },
  {
    endpoint: enterHelb,
    input: () => ({
      body: {
        news: { kind: 'expected', day: '2020-01-01' },
        expected: { kind: 'expected', day: null, tenants: 0, shillings: 0, moved: [], more: 0 },
      },
    }),
    statuses: staff(400),
  },
  { endpoint: previewHelbUndo, input: () => ({ params: { id: 999_999 } }), statuses: staff(404) },
  {
    endpoint: undoHelb,
    input: () => ({
      params: { id: 999_999 },
      body: {
        expected: { kind: 'expected', day: null, tenants: 0, shillings: 0, moved: [], more: 0 },
      },
    }),
    statuses: staff(404),
  },
  { endpoint: getPromiseRules, statuses: staff(200) },
  {
    endpoint: changePromiseRules,
    input: outdated({ allowed: true, days: 14, percent: 100, per_half_year: 3 }),
    statuses: staff(409),
  },
  { endpoint: getApprovalLimit, statuses: staff(200) },
  {
    endpoint: changeApprovalLimit,
    input: () => ({ body: { was: { limit: 1 }, now: { limit: 5 } } }),
    statuses: staff(409),
  },
  { endpoint: getOverview, statuses: staff(200) },
  {
    endpoint: getMoneyOfMonth,
    input: () => ({ query: { month: '2026-11' } }),
    statuses: staff(200),
  },
  {
    endpoint: listOverviewEntries,
    input: () => ({ query: { of: 'collected', month: '2026-11' } }),
    statuses: staff(200),
  },
  { endpoint: listColleges, statuses: everyone(200) },
  { endpoint: listFaculties, input: () => ({ params: { id: 1 } }), statuses: everyone(200) },
  {
    endpoint: login,
    input: () => ({ body: { email: '0722000003', password: '30000003' } }),
    statuses: everyone(200),
  },
  { endpoint: refreshToken, statuses: everyone(401) },
  { endpoint: logout, statuses: everyone(204) },
  { endpoint: getUser, statuses: members(200, 200, 200, 200) },
  { endpoint: listSessions, statuses: members(200, 200, 200, 200) },
  { endpoint: endOtherSessions, statuses: members(200, 200, 200, 200) },
  {
    endpoint: endOwnSession,
    input: () => ({ params: { id: 'nobody' } }),
    statuses: members(404, 404, 404, 404),
  },
  {
    endpoint: updateUser,
    input: (role) => ({
      body: { first_name: 'New', last_name: role, email: `${role}@changed.example` },
    }),
    statuses: members(200, 200, 200, 200),
  },
  // No request has a body; without access the reply does not even reveal that it is missing.
  {
    endpoint: changeProfileImage,
    input: () => ({ body: {} }),
    statuses: members(400, 400, 400, 400),
  },
  {
    endpoint: register,
    input: (role) => ({
      body: {
        first_name: 'New',
        last_name: role,
        email: `${role}@registered.example`,
        password: 'mango-matatu-9',
        password2: 'mango-matatu-9',
      },
    }),
    statuses: everyone(201),
  },
  {
    endpoint: forgotPassword,
    input: () => ({ body: { email: '0722000003' } }),
    statuses: everyone(200),
  },
  {
    endpoint: resetPasswordByLink,
    input: () => ({ body: { token: 'f'.repeat(43), password: 'mango-matatu-9' } }),
    statuses: everyone(400),
  },
  { endpoint: getPaymentSummary, statuses: members(200, 200, 404, 404) },
  { endpoint: getPaymentSummaryAlias, statuses: members(200, 200, 404, 404) },
  { endpoint: getAccountNumber, statuses: members(200, 200, 404, 404) },
  {
    // Every user may pay for any account number.
    endpoint: initiatePush,
    input: (role) => ({
      body: { phone_number: phoneOf(role), amount: 10, account_reference: aminasAccount },
    }),
    statuses: members(200, 200, 200, 200),
  },
  {
    endpoint: getPushStatus,
    input: () => ({ body: { checkout_request_id: aminasPush } }),
    statuses: members(200, 404, 404, 404),
  },
  { endpoint: getOpenPush, statuses: members(200, 200, 200, 200) },
  { endpoint: listPayLinks, statuses: members(200, 200, 200, 200) },
  {
    endpoint: makePayLink,
    input: () => ({ body: payLinkForm() }),
    statuses: members(201, 201, 404, 404),
  },
  {
    endpoint: revokePayLink,
    input: () => ({ params: { id: aPayLink.id } }),
    statuses: members(200, 404, 404, 404),
  },
  // The link is the permission.
  {
    endpoint: openPayLink,
    input: () => ({ params: { token: aPayLink.brians } }),
    statuses: everyone(200),
  },
  {
    // Its tenant has let nobody agree over it.
    endpoint: agreeOverLink,
    input: () => ({
      params: { token: aPayLink.brians, id: aPlan },
      body: { phone_number: '0733100097' },
    }),
    statuses: everyone(404),
  },
  {
    // Sent again, it is the same push.
    endpoint: startLinkPush,
    input: () => ({ params: { token: aPayLink.brians }, body: linkPush() }),
    statuses: everyone(200),
  },
  {
    endpoint: getLinkPush,
    input: () => ({
      params: { token: aPayLink.brians },
      body: { submission_id: aPayLink.submission },
    }),
    statuses: everyone(200),
  },
  {
    endpoint: getLinkReceipt,
    input: () => ({ params: { token: aPayLink.brians, submission: aPayLink.submission } }),
    statuses: everyone(200),
  },
  { endpoint: listVouchers, statuses: members(200, 200, 200, 200) },
  {
    endpoint: findVoucher,
    input: () => ({ body: { reference: aminasBundle } }),
    statuses: members(200, 404, 404, 404),
  },
  {
    endpoint: findPayment,
    input: () => ({ body: { text: 'UKCLAIM001' } }),
    statuses: members(200, 200, 200, 200),
  },
  { endpoint: listAccountNotices, statuses: members(200, 200, 200, 200) },
  {
    endpoint: dismissAccountNotice,
    input: () => ({ params: { id: aminasNotice } }),
    statuses: members(204, 404, 404, 404),
  },
  { endpoint: listClaims, statuses: members(200, 200, 200, 200) },
  {
    endpoint: listTenantClaims,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: claimForTenant,
    input: () => ({ params: { id: aminasId }, body: { text: 'UKCLAIM002' } }),
    statuses: staff(200, 404),
  },
  { endpoint: listUnreportedClaims, statuses: staff(200) },
  {
    endpoint: closeClaim,
    input: () => ({ params: { id: 999_999 }, body: { note: 'A typing mistake' } }),
    statuses: staff(404),
  },
  { endpoint: reopenClaim, input: () => ({ params: { id: 999_999 } }), statuses: staff(404) },
  {
    endpoint: stkCallback,
    input: () => ({ params: { company: 1, token: 'f'.repeat(48) }, body: {} }),
    statuses: everyone(404),
  },
  {
    endpoint: transactionStatusResult,
    input: () => ({ params: { company: 1, token: 'f'.repeat(48) }, body: {} }),
    statuses: everyone(404),
  },
  {
    endpoint: codeStatusResult,
    input: () => ({ params: { company: 1, token: 'f'.repeat(48) }, body: {} }),
    statuses: everyone(404),
  },
  { endpoint: paybillValidation, input: () => wrongHook, statuses: everyone(404) },
  { endpoint: paybillConfirmation, input: () => wrongHook, statuses: everyone(404) },
  {
    endpoint: getReceipt,
    input: () => ({ params: { number: aminasReceipt } }),
    statuses: members(200, 404, 200, 404),
  },
  {
    endpoint: getReceiptPdf,
    input: () => ({ params: { number: aminasReceipt } }),
    statuses: members(200, 404, 200, 404),
  },
  {
    endpoint: setEtimsNumber,
    input: () => ({
      params: { number: aminasReceipt },
      body: { was: 'AN OLDER ONE', now: { number: 'KRA001/17' } },
    }),
    statuses: staff(409, 404),
  },
  { endpoint: getRentReceived, statuses: staff(200) },
  { endpoint: getRentReceivedCsv, statuses: staff(200) },
  {
    endpoint: changeTaxRate,
    input: () => ({ body: { was: [], now: { from: '2026-12', rate: '10' } } }),
    statuses: staff(409),
  },
  { endpoint: listLetters, statuses: members(200, 200, 404, 404) },
  {
    endpoint: issueLetter,
    input: () => ({ body: { kind: 'statement', submission_id: crypto.randomUUID() } }),
    statuses: members(201, 201, 404, 404),
  },
  {
    endpoint: getLetter,
    input: () => ({ params: { number: aLetter.number } }),
    statuses: members(200, 404, 200, 404),
  },
  {
    endpoint: getLetterPdf,
    input: () => ({ params: { number: aLetter.number } }),
    statuses: members(200, 404, 200, 404),
  },
  {
    endpoint: listTenantLetters,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: issueTenantLetter,
    input: () => ({
      params: { id: aminasId },
      body: { kind: 'statement', submission_id: crypto.randomUUID() },
    }),
    statuses: staff(201, 404),
  },
  {
    endpoint: withdrawLetter,
    input: () => ({ params: { number: aLetter.number }, body: { reason: 'Of another room' } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: checkLetter,
    input: () => ({ params: { code: aLetter.code } }),
    statuses: everyone(200),
  },
  { endpoint: getLetterKey, statuses: everyone(200) },
  { endpoint: listDocuments, statuses: members(200, 200, 200, 200) },
  {
    endpoint: linkDocument,
    input: () => ({ params: { id: aminasDocument } }),
    statuses: members(200, 404, 200, 404),
  },
  {
    // Amina's own link: the link itself is the permission.
    endpoint: viewDocument,
    input: () => ({ params: { id: aminasDocument }, query: { token: aminasLink } }),
    statuses: everyone(200),
  },
  { endpoint: listDesk, statuses: staff(200) },
  { endpoint: countDesk, statuses: staff(200) },
  { endpoint: listAccounts, statuses: staff(200) },
  { endpoint: getDeskItem, input: onDesk(), statuses: staff(200, 404) },
  {
    endpoint: assignDeskItem,
    // An account number that does not exist: only users who may assign get that error.
    input: onDesk({ account_number: '22222222', expected }),
    statuses: staff(404),
  },
  {
    endpoint: splitDeskItem,
    input: onDesk({
      parts: ['22222222', '22222222'].map((account_number) => ({ account_number, amount: 1 })),
      expected,
    }),
    statuses: staff(400, 404),
  },
  {
    endpoint: previewDeskAct,
    input: onDesk({ act: 'attach', payment_id: 999_999 }),
    statuses: staff(404),
  },
  { endpoint: listExactItems, statuses: staff(200) },
  {
    endpoint: creditExactItems,
    input: () => ({
      body: { credits: [{ id: 999_999, account_number: '22222222', expected }] },
    }),
    statuses: staff(200),
  },
  {
    endpoint: attachDeskItem,
    input: onDesk({ payment_id: 999_999, expected }),
    statuses: staff(404),
  },
  {
    endpoint: confirmDeskItem,
    input: onDesk({ note: 'Seen', expected }),
    statuses: staff(409, 404),
  },
  {
    endpoint: correctDeskItem,
    input: onDesk({ note: 'Twice', expected }),
    statuses: staff(409, 404),
  },
  {
    endpoint: dismissDeskItem,
    input: onDesk({ note: 'Sent back', expected }),
    statuses: staff(200, 404),
  },
  {
    endpoint: addDeskNote,
    input: () => onDesk({ text: 'Called', submission_id: crypto.randomUUID() })(),
    statuses: staff(201, 404),
  },
  {
    endpoint: reverseDeskItem,
    input: onDesk({ payment_id: 999_999, note: 'Another tenant', expected }),
    statuses: staff(409, 404),
  },
  {
    endpoint: previewTakeBack,
    input: () => ({ params: { number: aminasReceipt } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: previewTakenByMpesa,
    input: () => ({ params: { number: aminasReceipt } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: takeBackForMpesa,
    // Nothing was shown of it.
    input: () => ({
      params: { number: aminasReceipt },
      body: { reason: 'The payer asked for it', expected },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: takeBackPayment,
    // Nothing was shown of it.
    input: () => ({
      params: { number: aminasReceipt },
      body: { reason: 'Another tenant', expected },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: reopenDeskItem,
    input: onDesk({ note: 'A mistake', expected }),
    statuses: staff(200, 404),
  },
  { endpoint: pullStatement, statuses: staff(200) },
  {
    endpoint: listFreeRooms,
    input: () => ({ params: { slug: 'acacia-court' } }),
    statuses: everyone(200),
  },
  {
    endpoint: onboardTenant,
    input: () => ({ params: { slug: 'acacia-court' }, body: {} }),
    statuses: everyone(400),
  },
  { endpoint: listTenants, statuses: staff(200) },
  { endpoint: listBalances, statuses: staff(200) },
  { endpoint: listLedger, input: () => ({ params: { id: aminasId } }), statuses: staff(200, 404) },
  { endpoint: listRoomNumbers, statuses: staff(200) },
  { endpoint: listRooms, statuses: staff(200) },
  { endpoint: listFormerTenants, statuses: staff(200) },
  {
    endpoint: transferTenant,
    // Not her present room: only users who may move her get that error.
    input: () => ({
      body: {
        id: aminasId,
        previous_room: 'A110',
        room_number: 'B401',
        transfer_reason: 'other',
        transfer_date: '2026-01-01',
      },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: removeTenant,
    // Before she moved in.
    input: () => ({
      body: { id: aminasId, removal_reason: 'other', departure_date: '2020-01-01' },
    }),
    statuses: staff(400, 404),
  },
  { endpoint: getTenant, input: () => ({ params: { id: aminasId } }), statuses: staff(200, 404) },
  {
    endpoint: getTerms,
    input: () => ({ params: { slug: 'acacia-court' } }),
    statuses: everyone(200),
  },
  { endpoint: getMpesa, statuses: staff(200) },
  { endpoint: checkMpesa, statuses: staff(200) },
  { endpoint: registerMpesa, statuses: staff(200) },
  {
    endpoint: startTestPush,
    input: () => ({ body: { phone_number: '12' } }),
    statuses: staff(400),
  },
  { endpoint: listTerms, statuses: staff(200) },
  {
    endpoint: publishTerms,
    input: () => ({ body: { was: 99_999, text: 'Be kind.' } }),
    statuses: staff(409),
  },
  {
    endpoint: changeContact,
    input: () => ({
      params: { id: aminasId },
      body: { was: 'otherwise', now: { full_name: 'A', phone_number: '0712345678', email: '' } },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: changeDetails,
    input: () => ({
      params: { id: aminasId },
      body: {
        was: 'otherwise',
        now: {
          id_number: '12345678',
          registration_number: 'KC/1/26',
          year_of_study: 1,
          college: 1,
          faculty: 1,
          gender: '',
          emergency_phone_number: '0733000111',
          emergency_contact_relationship: 'Parent',
          sponsor_phone: '',
        },
      },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: previewEntry,
    input: () => ({ params: { id: aminasId }, body: cash }),
    statuses: staff(200, 404),
  },
  {
    endpoint: enterByHand,
    input: () => ({
      params: { id: aminasId },
      body: {
        entry: cash,
        submission_id: '0196f9a0-0000-7000-8000-000000000017',
        expected: { full_name: 'Amina Otieno', before: 1, after: 0 },
      },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: previewUndo,
    input: () => ({ params: { id: aminasId, entry: 1 } }),
    statuses: staff(404),
  },
  {
    endpoint: undoEntry,
    input: () => ({
      params: { id: aminasId, entry: 1 },
      body: { reason: 'A mistake', expected: { full_name: '', before: 0, after: 0 } },
    }),
    statuses: staff(404),
  },
  { endpoint: getOwnDeposit, statuses: members(200, 200, 200, 200) },
  {
    endpoint: getTenantDeposit,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  { endpoint: listDeposits, statuses: staff(200) },
  { endpoint: getDepositTotals, statuses: staff(200) },
  { endpoint: getDepositRule, statuses: staff(200) },
  {
    endpoint: changeDepositRule,
    input: outdated({ amount: 6000, months: null, days: 14 }),
    statuses: staff(409),
  },
  {
    endpoint: previewDeposit,
    input: () => ({ params: { id: aminasId }, body: cash }),
    statuses: staff(200, 404),
  },
  {
    endpoint: enterDeposit,
    input: () => ({
      params: { id: aminasId },
      body: {
        entry: cash,
        submission_id: '0196f9a0-0000-7000-8000-000000000019',
        expected: otherDeposit,
      },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: addDeductionPhoto,
    input: () => ({ params: { id: aminasId }, body: {} }),
    statuses: staff(400),
  },
  {
    endpoint: previewDepositUndo,
    input: () => ({ params: { id: aminasId, entry: 1 } }),
    statuses: staff(404),
  },
  {
    endpoint: undoDeposit,
    input: () => ({
      params: { id: aminasId, entry: 1 },
      body: { reason: 'A mistake', expected: otherDeposit },
    }),
    statuses: staff(404),
  },
  {
    endpoint: listRecurringFees,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: previewRecurringFee,
    input: () => ({ params: { id: aminasId }, body: noFee }),
    statuses: staff(400, 404),
  },
  {
    endpoint: startRecurringFee,
    input: () => ({
      params: { id: aminasId },
      body: {
        recurring: noFee,
        submission_id: '0196f9a0-0000-7000-8000-000000000019',
        expected: { full_name: 'Amina Otieno', before: 1, after: 2 },
      },
    }),
    statuses: staff(400, 404),
  },
  {
    endpoint: stopRecurringFee,
    input: () => ({ params: { id: aminasId, fee: 1 } }),
    statuses: staff(404),
  },
  { endpoint: getDrawer, statuses: staff(200) },
  { endpoint: listCashCounts, statuses: staff(200) },
  {
    endpoint: countCash,
    input: () => ({
      body: {
        count: { counted: 0, handed_to: '' },
        submission_id: '0196f9a0-0000-7000-8000-000000000018',
        expected: -1,
        last: null,
      },
    }),
    statuses: staff(409),
  },
  { endpoint: listCloses, statuses: staff(200) },
  { endpoint: getClose, input: () => ({ params: { day: '2026-01-01' } }), statuses: staff(200) },
  {
    endpoint: signClose,
    input: () => ({ params: { day: '2026-01-01' }, body: { expected: 'f'.repeat(64) } }),
    statuses: staff(409),
  },
  {
    endpoint: countersignClose,
    input: () => ({ params: { day: '2026-01-01' }, body: { expected: 'f'.repeat(64) } }),
    statuses: staff(404),
  },
  {
    endpoint: addDocument,
    input: () => ({ params: { id: aminasId, kind: 'photo' }, body: {} }),
    statuses: staff(400),
  },
  {
    endpoint: addTenantNote,
    input: () => ({ params: { id: aminasId }, body: { text: 'Hello' } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: deleteTenantNote,
    input: () => ({ params: { id: aminasId, note: '999999' } }),
    statuses: staff(404),
  },
  { endpoint: getOwnStatement, statuses: members(200, 200, 404, 404) },
  { endpoint: getOwnStatementPdf, statuses: members(200, 200, 404, 404) },
  { endpoint: getOwnStatementCsv, statuses: members(200, 200, 404, 404) },
  {
    endpoint: getTenantStatement,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: getTenantStatementPdf,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: getTenantStatementCsv,
    input: () => ({ params: { id: aminasId } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: extendStay,
    // No end has been agreed for her stay.
    input: () => ({ params: { id: aminasId }, body: { end_date: '2029-01-01' } }),
    statuses: staff(400, 404),
  },
  {
    endpoint: cancelTransfer,
    input: () => ({ params: { id: aminasId }, body: {} }),
    statuses: staff(409, 404),
  },
  {
    endpoint: previewMoveBack,
    input: () => ({
      params: { id: aminasId },
      query: { room_number: 'A101', start_date: '2026-11-20' },
    }),
    // She lives here.
    statuses: staff(409, 404),
  },
  {
    endpoint: moveBack,
    input: () => ({
      params: { id: aminasId },
      body: { room_number: 'A101', start_date: '2026-11-20' },
    }),
    statuses: staff(409, 404),
  },
  {
    endpoint: resetPasswordToIdNumber,
    input: () => ({ params: { id: otherTenantsId } }),
    statuses: staff(204, 404),
  },
  { endpoint: listConversations, statuses: members(200, 200, 200, 200) },
  { endpoint: countUnread, statuses: members(200, 200, 200, 200) },
  // The conversation is Amina's with Brian; Brian has none with himself.
  { endpoint: getConversation, input: inChat(), statuses: members(200, 404, 404, 404) },
  { endpoint: listMessages, input: inChat(), statuses: members(200, 404, 404, 404) },
  { endpoint: sendMessage, input: inChat(newMessage), statuses: members(201, 404, 404, 404) },
  {
    endpoint: markSeen,
    input: inChat(() => ({ message: messageByBrian })),
    statuses: members(200, 404, 404, 404),
  },
  {
    endpoint: blockPerson,
    input: () => ({ params: { person: otherTenantsId } }),
    statuses: members(200, 200, 200, 404),
  },
  {
    endpoint: unblockPerson,
    input: () => ({ params: { person: otherTenantsId } }),
    statuses: members(204, 204, 204, 404),
  },
  { endpoint: getRoom, input: () => ({ params: { number: 'A101' } }), statuses: staff(200, 404) },
  { endpoint: listPosts, statuses: members(200, 200, 200, 200) },
  { endpoint: listOwnPosts, statuses: members(200, 200, 200, 200) },
  {
    endpoint: getPost,
    input: () => ({ params: { id: waitingPosts[0] } }),
    statuses: members(200, 404, 200, 404),
  },
  {
    endpoint: createPost,
    input: () => ({ body: postForm }),
    statuses: members(201, 201, 201, 201),
  },
  { endpoint: updatePost, input: onPost(postForm), statuses: members(200, 403, 403, 404) },
  {
    endpoint: deletePost,
    input: (role) => ({ params: { id: role === 'amina' ? waitingPosts[2] : aminasPost } }),
    statuses: members(204, 403, 403, 404),
  },
  {
    endpoint: listComments,
    input: () => ({ query: { post: aminasPost } }),
    statuses: members(200, 200, 200, 404),
  },
  {
    endpoint: createComment,
    input: () => ({ body: { content: 'Still there?', post: aminasPost } }),
    statuses: members(201, 201, 201, 404),
  },
  {
    endpoint: updateComment,
    input: () => onComment({ content: 'Changed', post: aminasPost })(),
    statuses: members(200, 403, 403, 404),
  },
  {
    endpoint: deleteComment,
    input: (role) => ({ params: { id: aminasComments[role === 'amina' ? 1 : 0] } }),
    statuses: members(204, 403, 403, 404),
  },
  { endpoint: reportPost, input: onPost({ reason: 'Odd' }), statuses: members(403, 200, 200, 404) },
  {
    endpoint: reportComment,
    input: onComment({ reason: 'Odd' }),
    statuses: members(403, 200, 200, 404),
  },
  { endpoint: listModeratedPosts, statuses: staff(200) },
  { endpoint: countModeration, statuses: staff(200) },
  {
    endpoint: approvePost,
    input: () => ({ params: { id: waitingPosts[0] }, body: {} }),
    statuses: staff(200, 404),
  },
  {
    endpoint: rejectPost,
    input: () => ({ params: { id: waitingPosts[1] }, body: { reason: 'Odd' } }),
    statuses: staff(200, 404),
  },
  {
    endpoint: removeComment,
    input: () => ({ params: { id: aminasComments[2] }, body: { reason: 'Odd' } }),
    statuses: staff(200, 404),
  },
  { endpoint: listReports, statuses: staff(200) },
  {
    endpoint: dismissReport,
    input: () => ({ params: { id: aReport } }),
    statuses: staff(200, 404),
  },
]

/** Set by workers-access.long.test.ts. */
const metricsToken = 'a-token-for-the-metrics'
/** What each role of staff except the owner may do, apart from `rules/staff-roles.ts`. */
const allowed = {
  manager: [
    'view',
    'documents',
    'tenancies',
    'upkeep',
    'posts',
    'money',
    'rooms',
    'settings',
    'tables',
  ],
  caretaker: ['view', 'documents', 'tenancies', 'upkeep', 'posts'],
  viewer: ['view'],
}
type LesserRole = keyof typeof allowed
const lesserRoles = Object.keys(allowed) as LesserRole[]
const lesserStaff = {} as Record<LesserRole, Caller & { token: string }>

let server: TestServer
/** Where the calls of the tests go. */
let target: Caller
const callers = {} as Record<Role, Caller>
const tokens = new Map<Role, string>()

async function signIn(role: Role, username: string, password: string) {
  const caller = await server.signIn(username, password)
  callers[role] = caller
  tokens.set(role, caller.token)
}

beforeAll(async () => {
  const settings = { DARAJA_SIMULATOR_DELAY_MS: '60000', METRICS_TOKEN: metricsToken }
  const workers = onWorkers ? await settingsOfWorkers(settings) : null
  server = await startServer(workers ? 'postgres' : 'pglite', workers ?? settings, now)
  target = server
  const { db } = server.running.context
  const company_id = await addCompany(db)
  await addPerson(db, company_id, 'stranger@other.example')
  await addPerson(db, company_id, 'staff@other.example', { is_staff: true })
  // The others change their addresses.
  await addPerson(db, company_id, 'taken@other.example', { is_staff: true })

  callers.visitor = server
  await signIn('ended', '0722000004', '30000004')
  await db.updateTable('sessions').set({ ended_at: now() }).execute()
  await signIn('amina', '0712345678', '12345678')
  await signIn('brian', '0722000002', '23456789')
  await signIn('grace', 'staff@acacia.example', 'staff-demo-2026')
  await signIn('stranger', 'stranger@other.example', password)
  await signIn('elsewhere', 'staff@other.example', password)
  for (const role of lesserRoles) {
    await addPerson(db, 1, `${role}@acacia.example`, { staff_role: role })
    lesserStaff[role] = await server.signIn(`${role}@acacia.example`, password)
  }
  aminasId = (await callers.amina.call(getUser, {})).body.id
  const tenants = (await callers.grace.call(listTenants, {})).body
  otherTenantsId = tenants.find((tenant) => tenant.room === 'A201')?.id ?? 0
  const item = await db.selectFrom('desk_items').select('id').executeTakeFirstOrThrow()
  deskItem = item.id
  aminasAccount = (await callers.amina.call(getAccountNumber, {})).body.account_number
  const push = await callers.amina.call(initiatePush, {
    body: { phone_number: '0733100099', amount: 10, account_reference: aminasAccount },
  })
  aminasPush = push.body.data.checkout_request_id
  await buyBundle()
  await payOverLink()
  const { matched_payments } = (await callers.amina.call(getPaymentSummary, {})).body
  aminasReceipt = matched_payments[0]?.receipt_number ?? ''
  const letter = await callers.amina.call(issueLetter, {
    body: { kind: 'statement', submission_id: crypto.randomUUID() },
  })
  aLetter = letter.body.facts
  withBrian.post = await insertPost(db, {
    company_id: 1,
    author_id: aminasId,
    title: 'A lamp',
    description: 'Bright',
    status: 'approved',
    position: 1_000_000,
    created_at: now(),
  })
  withBrian.person = (await callers.brian.call(getUser, {})).body.id
  const message = await callers.brian.call(sendMessage, {
    params: { post: withBrian.post, person: aminasId },
    body: newMessage(),
  })
  messageByBrian = message.body.id
  const notice = await db
    .insertInto('account_notices')
    .values({ company_id: 1, user_id: aminasId, kind: 'cash', created_at: now() })
    .returning('id')
    .executeTakeFirstOrThrow()
  aminasNotice = notice.id
  aminasDocument = (await storeTestDocuments(server, '0712345678')).photo.id
  const link = await callers.amina.call(linkDocument, { params: { id: aminasDocument } })
  aminasLink = new URL(link.body.url, server.url).searchParams.get('token') ?? ''
  await makePosts()
  await askForApproval()
  if (workers) await startWorkers(workers)
})

/** Workers need M-Pesa and PostgreSQL. The server of the tests is one more node on the same data. */
async function settingsOfWorkers(settings: Record<string, string>) {
  const daraja = await startFakeDaraja()
  onWorkersEnd.push(() => daraja.close())
  const JWT_SECRET = 'a secret that all nodes know, long enough'
  return { ...settings, ...daraja.settings, JWT_SECRET, DATABASE_URL: await demoDatabase() }
}

async function startWorkers(settings: Record<string, string>) {
  const { dataDir } = server.running.context.config
  const DATA_DIR = `${dataDir}-workers`
  cpSync(join(dataDir, 'uploads'), join(DATA_DIR, 'uploads'), { recursive: true })
  const workers = runServer({ ...settings, DATA_DIR, WORKERS: '2' }, { quiet: true })
  onWorkersEnd.push(async () => {
    await workers.end()
    rmSync(DATA_DIR, { recursive: true, force: true })
  })
  await workers.open()
  const url = workers.url()
  target = callerOf(url)
  for (const [role, token] of tokens) callers[role] = callerOf(url, token)
  for (const role of lesserRoles) {
    const { token } = lesserStaff[role]
    lesserStaff[role] = { ...callerOf(url, token), token }
  }
  callers.visitor = target
}
const onWorkersEnd: (() => Promise<unknown>)[] = []

async function buyBundle() {
  const { db } = server.running.context
  const body = { phone_number: '0733100098', amount: 50, account_reference: 'package_50' }
  await callers.amina.call(initiatePush, { body })
  const push = await db
    .selectFrom('bundle_orders')
    .select(['company_id', 'request_id'])
    .executeTakeFirstOrThrow()
  const paid = { amount: 50, amount_text: '50', paid_at: now(), description: '', raw: null }
  const result = { ...paid, receipt: aminasBundle }
  await settle(db, { company_id: push.company_id, id: push.request_id }, result, now())
}

async function payOverLink() {
  const { db } = server.running.context
  aPayLink.id = (await callers.amina.call(makePayLink, { body: payLinkForm() })).body.link.id
  const { url } = (await callers.brian.call(makePayLink, { body: payLinkForm() })).body
  aPayLink.brians = new URL(url).pathname.replace('/pay/', '')
  await server.call(startLinkPush, { params: { token: aPayLink.brians }, body: linkPush() })
  const push = await db
    .selectFrom('payment_requests')
    .where('submission_id', '=', aPayLink.submission)
    .select(['company_id', 'id'])
    .executeTakeFirstOrThrow()
  const paid = { amount: 10, amount_text: '10', paid_at: now(), description: '', raw: null }
  await settle(db, push, { ...paid, receipt: 'UKLINK0001' }, now())
}

/** Grace asks for something that somebody else has to approve. */
async function askForApproval() {
  const { db } = server.running.context
  const grace = (await callers.grace.call(getUser, {})).body.id
  const { id } = await db
    .insertInto('approvals')
    .values({
      company_id: 1,
      act: 'waiver',
      subject: 'nobody',
      payload: '{}',
      effect: '{}',
      changes: '[]',
      shillings: 1,
      asked_by: grace,
      asked_at: now(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  anApproval = id
  const plan = {
    ...{ company_id: 1, user_id: aminasId, kind: 'plan' as const, owed: 1, wording: 'Of nothing' },
    owed_by: null,
    ...{ made_by: grace, made_at: now(), agreed_at: null, agreed_by: null },
  }
  const part = { amount: 1, day: today, helb_round: null, days_after: null }
  aPlan = await insertAgreement(db, { ...plan, submission_id: crypto.randomUUID() }, [part])
}

async function makePosts() {
  const { amina, brian, grace } = callers
  const submit = async () => (await amina.call(createPost, { body: postForm })).body.id
  aminasPost = await submit()
  await grace.call(approvePost, { params: { id: aminasPost }, body: {} })
  waitingPosts = [await submit(), await submit(), await submit()]
  const comment = async () =>
    (await amina.call(createComment, { body: { content: 'Free', post: aminasPost } })).body.id
  aminasComments = [await comment(), await comment(), await comment()]
  const params = { id: aminasComments[1] ?? 0 }
  await brian.call(reportComment, { params, body: { reason: 'Odd' } })
  aReport = (await grace.call(listReports, {})).body[0]?.id ?? 0
}

/** What only the server knows, as it could be written in a reply. */
async function storedSecrets(): Promise<string[]> {
  const { db, config, hookSecret } = server.running.context
  const [users, pushes, sessions, links, installation] = await Promise.all([
    db.selectFrom('users').select('password_hash').execute(),
    db.selectFrom('payment_requests').select('callback_token').execute(),
    db
      .selectFrom('sessions')
      .select(['used_hash', sql<unknown>`next_hashes[1]`.as('next')])
      .execute(),
    db.selectFrom('pay_links').select('token_hash').execute(),
    db.selectFrom('installation').select('value').execute(),
  ])
  const { consumerKey, consumerSecret, passkey } = config.daraja
  const rows = [...users, ...pushes, ...sessions, ...links, ...installation]
  const values = rows.flatMap((row) => Object.values(row) as unknown[])
  const hashes = values
    .filter((value) => value instanceof Uint8Array)
    .map((value) => Buffer.from(value))
  return [
    ...[consumerKey, consumerSecret, passkey, hookSecret, metricsToken],
    ...values.filter((value) => typeof value === 'string'),
    ...hashes.flatMap((hash) => [hash.toString('hex'), hash.toString('base64url')]),
  ].filter((secret) => secret.length >= MIN_SECRET)
}

/** Written when M-Pesa reports something, which the pushes of this file make it do. */
const writtenForMpesa = [
  ...['open_pushes', 'payment_requests', 'push_references', 'raw_reports', 'receipts', 'payments'],
  ...['sessions', 'desk_items'],
]

/** A hash of the rows of each table that belong to the residence of Amina. */
async function ownRows(): Promise<Record<string, unknown>> {
  const { db } = server.running.context
  const tables = await sql<{ name: string }>`select table_name as name
    from information_schema.columns join information_schema.tables using (table_schema, table_name)
    where table_schema = 'public' and column_name = 'company_id' and table_type = 'BASE TABLE'
      and table_name not in (${sql.join(writtenForMpesa)}) order by 1`.execute(db)
  const hashes: Record<string, unknown> = {}
  for (const { name } of tables.rows) {
    const { rows } = await sql`select count(*), md5(string_agg(row::text, '' order by row::text))
      from ${sql.table(name)} as row where company_id = 1`.execute(db)
    hashes[name] = rows[0]
  }
  const byHand = db.selectFrom('payments').where('entered_by', 'is not', null).selectAll()
  const item = db.selectFrom('desk_items').where('id', '=', deskItem).selectAll()
  return { ...hashes, payments: await byHand.execute(), item: await item.execute() }
}

/** Shorter strings are in replies by chance; the pretend M-Pesa has such ones. */
const MIN_SECRET = 20

afterAll(async () => {
  for (const end of onWorkersEnd.reverse()) await end()
  await endServer(server)
})

test('every endpoint has a row in the table', () => {
  const named = rows.map((row) => nameOf(row.endpoint))
  expect(named.sort()).toEqual(endpoints.map(nameOf).sort())
})

test('no two endpoints share method and path', () => {
  const names = endpoints.map((endpoint) => `${endpoint.method} ${endpoint.path}`)
  expect(new Set(names).size).toBe(names.length)
})

const cases = rows.flatMap((row) =>
  roles.map((role, at) => ({
    row,
    role,
    status: row.statuses[at] ?? 0,
    name: `${row.endpoint.method} ${row.endpoint.path}`,
  })),
)

test.each(cases)('$name as $role: $status', async ({ row, role, status }) => {
  const input = row.input?.(role) ?? {}
  const answer = await callers[role].call(row.endpoint, input as never)
  expect(answer.status).toBe(status)
  if (status >= 400) {
    expect(answer.body).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  }
})

test("another user's open push is not found", async () => {
  const open = async (role: Role) => (await callers[role].call(getOpenPush, {})).body.data
  expect(await open('amina')).not.toBeNull()
  for (const role of ['brian', 'grace', 'stranger'] as const) {
    const found = await open(role)
    expect(found?.phone_number ?? `254${phoneOf(role).slice(1)}`).toBe(
      `254${phoneOf(role).slice(1)}`,
    )
  }
})

test('the API serves exactly the contract', async () => {
  const document = await (await target.fetch('/api/openapi.json')).json()
  const served = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.keys(methods as object).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const promised = endpoints
    .filter((endpoint) => !('hidden' in endpoint))
    .map((endpoint) => `${endpoint.method} /api${endpoint.path.replace(/:(\w+)/g, '{$1}')}`)
  expect(served.sort()).toEqual(promised.sort())
})

test('the OpenAPI document shows a form with its images', async () => {
  const document = await (await target.fetch('/api/openapi.json')).json()
  const path = '/api/onboard/api/company/{slug}/onboard/student/'
  const { content } = document.paths[path].post.requestBody
  expect(Object.keys(content)).toEqual(['multipart/form-data', 'application/json'])
  expect(content['multipart/form-data'].schema.properties).toMatchObject({
    full_name: { type: 'string' },
    photo: { type: 'string', format: 'binary' },
    id_photo: { type: 'string', format: 'binary' },
  })
})

test('the OpenAPI document has empty replies and the maximum length of texts', async () => {
  const document = await (await target.fetch('/api/openapi.json')).json()
  const post = document.paths['/api/blog/posts/{id}/']
  expect(Object.keys(post.delete.responses)).toEqual(['204', '4XX'])
  expect(post.delete.responses['204']).not.toHaveProperty('content')
  const comment = document.paths['/api/blog/comments/'].post.requestBody.content
  expect(comment['application/json'].schema.properties.content).toMatchObject({
    type: 'string',
    minLength: 1,
    maxLength: 5000,
  })
})

test('the page of the API works at its one address, and cannot be framed', async () => {
  for (const path of ['/api/docs', '/api/docs?x=1', '/api/docs/?x=1', '/api/docs/?url=//evil']) {
    const response = await target.fetch(path, { redirect: 'manual' })
    expect(response.headers.get('location')).toBe('/api/docs/')
  }
  const page = await target.fetch('/api/docs/')
  const [, script = ''] = /<script src="([^"]*bundle\.js)"/.exec(await page.text()) ?? []
  const { pathname } = new URL(script, 'http://localhost/api/docs/')
  expect((await target.fetch(pathname)).headers.get('content-type')).toContain('javascript')
  const policy = page.headers.get('content-security-policy') ?? ''
  for (const directive of ["base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"]) {
    expect(policy).toContain(directive)
  }
})

test('the metrics need their token', async () => {
  const read = (token?: string) =>
    target.fetch('/metrics', token ? { headers: { authorization: `Bearer ${token}` } } : {})
  expect((await read()).status).toBe(401)
  expect((await read(`${metricsToken}x`)).status).toBe(401)
  const metrics = await read(metricsToken)
  expect(metrics.status).toBe(200)
  expect(await metrics.text()).toContain('bweni_http_request_seconds')
})

describe('roles of staff', () => {
  const forStaff = rows.flatMap((row) => {
    const permission = permissionFor(row.endpoint)
    return permission === null ? [] : [{ row, permission }]
  })
  const calls = lesserRoles.flatMap((role) =>
    forStaff.map(({ row, permission }) => ({
      row,
      role,
      may: allowed[role].includes(permission),
      name: `${row.endpoint.method} ${row.endpoint.path}`,
    })),
  )

  test.each(calls.filter(({ may }) => !may))(
    '$name is refused to a $role, and logged',
    async ({ row, role }) => {
      const refused = async () => {
        const { body } = await callers.grace.call(listLog, {})
        return body.filter(({ act }) => act === 'refused')
      }
      const [before] = await refused()
      const answer = await lesserStaff[role].call(
        row.endpoint,
        (row.input?.('grace') ?? {}) as never,
      )
      expect([answer.status, answer.body]).toMatchObject([403, { code: 'not_permitted' }])
      const [latest] = await refused()
      expect(latest?.id).not.toBe(before?.id)
      expect(latest?.after).toMatchObject({
        tries: row.endpoint.tries,
        call: expect.stringContaining(row.endpoint.method),
        role,
      })
      // It says whose record it was.
      const { params = {} } = (row.input?.('grace') ?? {}) as { params?: { id?: unknown } }
      if (row.endpoint.path.includes('/tenants/:id/')) {
        expect(JSON.stringify(latest?.after)).toContain(`/tenants/${params.id}/`)
        if (Number(params.id) === Number(aminasId))
          expect(latest?.person?.id).toBe(Number(aminasId))
      }
      if (row.endpoint.path.includes('/settings/staff/:id/'))
        expect(latest?.after).toMatchObject({ staff: Number(params.id) })
    },
  )

  // What changes something is tried in the table above; here it would change it again.
  const readable = calls.filter(({ may, row }) => may && row.endpoint.method === 'GET')
  test.each(readable)('$name is open to a $role', async ({ row, role }) => {
    const input = (row.input?.('grace') ?? {}) as never
    const [theirs, owners] = [
      await lesserStaff[role].call(row.endpoint, input),
      await callers.grace.call(row.endpoint, input),
    ]
    expect(theirs.status).toBe(owners.status)
  })

  test('a viewer opens no photo or ID scan, and having tried is in the log', async () => {
    const params = { id: aminasDocument }
    expect((await lesserStaff.viewer.call(linkDocument, { params })).status).toBe(403)
    const { body } = await callers.grace.call(listLog, { query: { about: 'refused' } })
    expect(body.map(({ after }) => after)).toContainEqual(
      expect.objectContaining({
        tries: 'open a photo or ID photo of a tenant',
        call: `POST /api/documents/${aminasDocument}/link/`,
      }),
    )
    expect((await lesserStaff.caretaker.call(linkDocument, { params })).status).toBe(200)
  })

  test('whose statement a viewer reads is in the log, once an hour', async () => {
    const { viewer } = lesserStaff
    const { id, full_name } = (
      await callers.grace.call(getTenant, { params: { id: otherTenantsId } })
    ).body
    for (const status of [200, 200]) {
      const answer = await viewer.call(getTenantStatement, { params: { id: String(id) } })
      expect(answer.status).toBe(status)
    }
    await callers.brian.call(getOwnStatement, {})
    const { body } = await callers.grace.call(listLog, { query: { about: 'tenancy.statement' } })
    const own = (await viewer.call(getUser, {})).body
    const by = `${own.first_name} ${own.last_name}`
    expect(
      body.filter(({ person }) => person?.id === id).map((row) => [row.by, row.person]),
    ).toEqual([[by, { id, full_name, is_tenant: true }]])
  })

  test('what somebody logs in with is data to nobody who may not change tenants', async () => {
    const loaded = (await callers.grace.call(getTenant, { params: { id: aminasId } })).body
    const was = loaded.details && editedDetails(loaded.details)
    if (!was) throw new Error('Amina filled in the form')
    const numbers = ['39118844', '39118855']
    let before = was
    for (const id_number of numbers) {
      const now = { ...before, id_number, gender: 'female', sponsor_phone: '' }
      const params = { id: String(aminasId) }
      const answer = await callers.grace.call(changeDetails, { params, body: { was: before, now } })
      expect(answer.status).toBe(200)
      before = { ...now, gender: 'female', sponsor_phone: null }
    }
    const replyOf = async (caller: Caller, { endpoint, input }: Row) => {
      const { path } = requestOf(endpoint, input?.('grace') ?? {})
      return (await caller.fetch(`/api${path}`)).text()
    }
    const secrets = await storedSecrets()
    for (const [role, caller] of Object.entries({ owner: callers.grace, ...lesserStaff })) {
      const reads = forStaff.filter(
        ({ row, permission }) =>
          row.endpoint.method === 'GET' && mayDo(role as StaffRole, permission),
      )
      const replies = await Promise.all(reads.map(({ row }) => replyOf(caller, row)))
      for (const [at, reply] of replies.entries()) {
        const name = `${role}: ${nameOf(reads[at]?.row.endpoint ?? listLog)}`
        const found = secrets.filter((secret) => reply.includes(secret))
        expect([name, found]).toEqual([name, []])
        const isShown = numbers.some((number) => reply.includes(number))
        const may = mayDo(role as StaffRole, 'tenancies') && !name.endsWith(nameOf(listLog))
        expect([name, isShown && !may]).toEqual([name, false])
      }
    }
    // Nor is it found by trying.
    for (const number of numbers) {
      const found = async (caller: Caller) => [
        (await caller.call(findTenants, { query: { q: number } })).body.length,
        (await caller.call(listLog, { query: { q: number } })).body.filter(
          ({ act }) => act !== 'refused',
        ).length,
      ]
      expect(await found(lesserStaff.viewer)).toEqual([0, 0])
      expect(await found(callers.grace)).toEqual([number === numbers[1] ? 1 : 0, 0])
    }
    const shown = await lesserStaff.viewer.call(getTenant, { params: { id: aminasId } })
    expect(shown.body).toMatchObject({ id_number: null, details: { id_number: null } })
    // That it was changed, and by whom, stays in the log.
    const { body } = await callers.grace.call(listLog, { query: { about: 'tenancy.details' } })
    expect(body[0]).toMatchObject({
      before: { id_number: 'not shown' },
      after: { id_number: 'not shown, another one' },
    })
  })

  test('staff of another residence change and learn nothing here, whatever their role', async () => {
    const { db } = server.running.context
    const company_id = await addCompany(db, 'third')
    const others = {} as Record<StaffRole, Caller>
    for (const role of staffRoles) {
      await addPerson(db, company_id, `${role}@third.example`, { staff_role: role })
      others[role] = await server.signIn(`${role}@third.example`, password)
    }
    const before = await ownRows()
    for (const { row, permission } of forStaff) {
      const name = nameOf(row.endpoint)
      for (const role of staffRoles) {
        const input = (row.input?.('grace') ?? {}) as never
        const answer = await others[role].call(row.endpoint, input)
        const may = mayDo(role, permission)
        const status = may ? row.statuses[ELSEWHERE] : 403
        // What the owner has changed in their own residence is outdated for the manager.
        const isRefused = may && answer.status >= 400 && answer.status < 500
        expect([role, name, isRefused ? status : answer.status]).toEqual([role, name, status])
        expect([name, JSON.stringify(answer.body ?? '').includes('Otieno')]).toEqual([name, false])
      }
    }
    expect(await ownRows()).toEqual(before)
  })
})
