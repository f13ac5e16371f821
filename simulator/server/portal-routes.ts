import type { FastifyInstance, FastifyReply } from 'fastify'
import type * as z from 'zod/mini'
import type { Endpoint } from '#contract/endpoint.ts'
import {
  downloadPortalStatement,
  getPortal,
  type Portal,
  type PortalMovement,
  reverseOnPortal,
  sweepPaybill,
  withdrawFromPaybill,
} from '#contract/simulator.ts'
import { type Day, dayOf } from '#rules/calendar.ts'
import { ksh } from '#rules/money.ts'
import { conflict, invalid, notFound } from '../../server/http/errors.ts'
import { type BookedMovement, balancesOf, extractOf, type Transfer } from './movements.ts'
import { receiptOf, timePaid } from './payments.ts'
import { parse } from './phone-routes.ts'
import type { Business } from './phone-view.ts'
import { masked } from './replies.ts'
import type { Simulator } from './simulator.ts'
import { issueStatement, periodOf, statementShapes } from './statements.ts'

interface Options {
  simulator: Simulator
  business: Business
}

/** Movements that the page lists. */
const MOST_SHOWN = 200
/** Zeroes for a page without a paybill. */
const NO_PAYBILL = '00000'

const toShown = (movement: BookedMovement): PortalMovement => {
  const { kind, receipt, account, at, cents, balance, payment } = movement
  return {
    receipt,
    kind,
    account,
    at: new Date(at).toISOString(),
    cents,
    balance_cents: balance,
    payer: payment && masked(payment.msisdn),
    reference: payment?.reference ?? null,
    reversed: kind === 'payment' && payment?.reversed_at !== undefined,
  }
}

function checkDays(from: Day, to: Day) {
  if (from > to) throw invalid('to', 'Please choose a last day that is not before the first.')
}

/** The calls of the portal page. */
export async function portalRoutes(app: FastifyInstance, options: Options) {
  const { simulator, business } = options
  const pathOf = (endpoint: Endpoint) => endpoint.path.replace(app.prefix, '')

  app.get(pathOf(getPortal), async (request): Promise<Portal> => {
    const query = parse(getPortal.query, request.query)
    const now = simulator.clock()
    const paybills = simulator.paybills()
    const shortcode = query.shortcode ?? paybills[0] ?? null
    const to = query.to ?? dayOf(new Date(now))
    const from = query.from ?? to
    checkDays(from, to)
    const book = simulator.book(shortcode ?? NO_PAYBILL)
    const { movements, ...sums } = extractOf(book, periodOf(from, to), { now })
    const { utility, settlement } = balancesOf(book, now)
    const newest = movements.toReversed().slice(0, MOST_SHOWN)
    return {
      business_name: business.name,
      shortcode,
      paybills,
      from,
      to,
      utility_cents: utility,
      settlement_cents: settlement,
      opening_cents: sums.opening,
      closing_cents: sums.closing,
      paid_in_cents: sums.paid_in,
      withdrawn_cents: sums.withdrawn,
      movements: newest.map(toShown),
      left_off: movements.length - newest.length,
    }
  })

  app.get(pathOf(downloadPortalStatement), async (request, reply): Promise<FastifyReply> => {
    const { shortcode } = parse(downloadPortalStatement.params, request.params)
    const { shape, from, to } = parse(downloadPortalStatement.query, request.query)
    checkDays(from, to)
    const asked = { shape, shortcode, businessName: business.name, from, until: to }
    const { name, content } = await issueStatement(
      simulator.book(shortcode),
      asked,
      simulator.clock(),
    )
    return reply
      .header('content-type', statementShapes[shape])
      .header('content-disposition', `attachment; filename="${name}"`)
      .send(content)
  })

  function move(kind: Transfer['kind'], params: z.output<typeof sweepPaybill.params>) {
    const made = simulator.transfer(kind, params.shortcode)
    if (made) return { receipt: made.receipt, cents: made.cents }
    const account = kind === 'sweep' ? 'utility' : 'settlement'
    throw conflict(`The ${account} account holds no money to move.`, 'nothing_to_move')
  }

  app.post(pathOf(sweepPaybill), async ({ params }) =>
    move('sweep', parse(sweepPaybill.params, params)),
  )

  app.post(pathOf(withdrawFromPaybill), async ({ params }) =>
    move('withdrawal', parse(withdrawFromPaybill.params, params)),
  )

  app.post(pathOf(reverseOnPortal), async (request) => {
    const { shortcode } = parse(reverseOnPortal.params, request.params)
    const { receipt } = parse(reverseOnPortal.body, request.body)
    const payment = simulator
      .paymentsTo(shortcode)
      .find((one) => receiptOf(one) === receipt && timePaid(one, simulator.clock()) !== null)
    if (!payment) throw notFound('This paybill has no such payment.')
    if (payment.reversed_at) {
      const sentence = `${ksh(payment.amount)} of this payment has already been sent back.`
      throw conflict(sentence, 'already_reversed')
    }
    return { receipt: simulator.reverse(payment), cents: -Math.round(payment.amount * 100) }
  })
}
