import * as contract from '#contract/tax.ts'
import { dayOf, firstDay, monthOf } from '#rules/calendar.ts'
import { yearUpTo } from '#rules/overview.ts'
import { fileBy, lawRates, rateOf, ratesOf, taxOf } from '#rules/rent-received.ts'
import type { AuthUser } from '../auth/access.ts'
import { findCompanyById, lockCompany } from '../company/queries.ts'
import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'
import { type Cell, csv } from '../exports/csv.ts'
import { noCompany, requireUnchanged } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { userKey } from '../http/throttle.ts'
import { findFirstEntry, sumPaymentsByMonth } from '../overview/queries.ts'
import { logStaffAction } from '../staff-log.ts'
import { listOtherReceived, listOwnRates, setOwnRate, sumDepositMoves } from './queries.ts'

export function taxRoutes(serve: Serve, context: Context) {
  const { db, throttles } = context

  serve(contract.getRentReceived, ({ user, query }) => loadReceived(context, user, query.year))

  serve(contract.getRentReceivedCsv, async ({ user, query, reply }) => {
    await throttles.export.consume(userKey(user.company_id, user.id))
    const received = await loadReceived(context, user, query.year)
    await logStaffAction(db, user, {
      act: 'export',
      subject: 'company',
      subject_id: user.company_id,
      before: null,
      after: { table: 'rent received', year: received.year },
    })
    const name = `${user.company_slug}-rent-received-${received.year}`
    reply.header('content-disposition', `attachment; filename="${name}.csv"`)
    return csv(headings, cells(received))
  })

  serve(contract.changeTaxRate, ({ user, body: { was, now } }) =>
    db.transaction().execute(async (tx) => {
      const { company_id } = user
      await lockCompany(tx, company_id)
      const before = await listRates(tx, company_id)
      requireUnchanged(before, was)
      const own = before.find(({ from, is_law }) => from === now.from && !is_law)
      await setOwnRate(tx, company_id, now.from, now.rate)
      await logStaffAction(tx, user, {
        act: 'settings.tax',
        subject: 'company',
        subject_id: company_id,
        before: { from: now.from, rate: own?.rate ?? null },
        after: now,
      })
      return listRates(tx, company_id)
    }),
  )
}

async function listRates(db: Db, company_id: number): Promise<contract.ListedRate[]> {
  const own = await listOwnRates(db, company_id)
  return ratesOf(own).map((rate) => ({ ...rate, is_law: lawRates.includes(rate) }))
}

async function loadReceived(
  { db, now }: Context,
  { company_id }: AuthUser,
  asked: number | undefined,
): Promise<contract.RentReceived> {
  const today = dayOf(now())
  const year = asked ?? Number(today.slice(0, 4))
  const december = `${year}-12`
  const asAt = { company_id, day: firstDay(december), month: december, until: null }
  const [company, payments, others, moves, rates, first] = await Promise.all([
    findCompanyById(db, company_id),
    sumPaymentsByMonth(db, asAt),
    listOtherReceived(db, company_id),
    sumDepositMoves(db, company_id),
    listRates(db, company_id),
    findFirstEntry(db, company_id),
  ])
  if (!company) throw noCompany()
  const otherIn = Map.groupBy(others, ({ at }) => monthOf(at))
  const months = yearUpTo(december)
    .months.filter((month) => month <= today.slice(0, 7))
    .map((month) => {
      const paid = (purpose: string) =>
        payments
          .filter((row) => row.month === month && row.purpose === purpose)
          .reduce((sum, { amount }) => sum + amount, 0)
      const charges = (otherIn.get(month) ?? []).reduce((sum, one) => sum + one.other, 0)
      const ofDeposits = moves.filter((one) => one.month === month)
      const deducted = ofDeposits.reduce((sum, one) => sum + one.deducted, 0)
      const moved = ofDeposits.reduce((sum, one) => sum + one.moved, 0)
      const rent = paid('rent') - charges
      const rate = rateOf(rates, month)
      return {
        month,
        rent,
        other: charges + deducted,
        wifi: paid('wifi'),
        deposits: paid('deposit') + moved - deducted,
        rate,
        tax: taxOf(rent, rate),
        file_by: fileBy(month),
      }
    })
  const begins = months.findIndex((one) => one.rent || one.other || one.wifi || one.deposits)
  return {
    year,
    first_year: Number(dayOf(first ?? now()).slice(0, 4)),
    property: company.name,
    months: begins < 0 ? [] : months.slice(begins),
    rates,
  }
}

const headings = [
  'Month',
  'Property',
  'Gross rent received',
  'Other charges',
  'Wifi',
  'Deposits',
  'Rate in percent',
  'Estimated tax',
  'File by',
]

async function* cells({ months, property }: contract.RentReceived): AsyncGenerator<Cell[][]> {
  yield months.map((one) => [
    one.month,
    property,
    one.rent,
    one.other,
    one.wifi,
    one.deposits,
    one.rate / 100,
    one.tax,
    one.file_by,
  ])
}
