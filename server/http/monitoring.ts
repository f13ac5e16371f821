import cluster from 'node:cluster'
import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import { Counter, collectDefaultMetrics, Histogram, register } from 'prom-client'
import type { Config } from '../config.ts'
import type { Context } from '../context.ts'
import { equalInConstantTime } from '../equal-in-constant-time.ts'
import { answerForMetrics, metricsOfAllWorkers } from '../workers.ts'
import { noCompany, unauthorised, unavailable } from './errors.ts'

const requests = new Histogram({
  name: 'bweni_http_request_seconds',
  help: 'Time from request to reply, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

const pushResults = new Counter({
  name: 'bweni_payment_reports_total',
  help: "M-Pesa's push results, by source and outcome",
  labelNames: ['via', 'step'],
})

export function countPushResult(via: string, step: string) {
  pushResults.inc({ via, step })
}

/** Measures every request and serves the metrics at /metrics. */
export function installMetrics(app: FastifyInstance, { metrics }: Config) {
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics()
  if (cluster.isWorker) answerForMetrics()
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
    done()
  })
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (request, reply) => {
    if (metrics === 'off') return reply.callNotFound()
    if (metrics !== 'open') {
      const expected = `Bearer ${metrics.token}`
      if (!equalInConstantTime(request.headers.authorization ?? '', expected)) {
        reply.header('www-authenticate', 'Bearer')
        throw unauthorised('wrong_token', 'Please send the METRICS_TOKEN.')
      }
    }
    reply.header('content-type', register.contentType)
    const text = await (cluster.isWorker ? metricsOfAllWorkers() : register.metrics())
    if (text === null) throw unavailable('A worker does not answer.')
    return text
  })
}

/** /healthz: the process runs. /readyz: its database answers too, and has a residence. */
export function installHealth(app: FastifyInstance, { db }: Context) {
  const quiet = { schema: { hide: true }, logLevel: 'warn' } as const
  app.get('/healthz', quiet, () => ({ status: 'ok' }))
  app.get('/readyz', quiet, async () => {
    const { rows } = await sql`select 1 from companies limit 1`.execute(db).catch(() => {
      throw unavailable('The database does not answer.', 'database_away')
    })
    if (rows.length === 0) throw noCompany()
    return { status: 'ready' }
  })
}
