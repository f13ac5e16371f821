import type { FastifyInstance } from 'fastify'
import { Counter, collectDefaultMetrics, Histogram, register } from 'prom-client'

const requests = new Histogram({
  name: 'bweni_http_request_seconds',
  help: 'Time from request to reply, by route and status',
  labelNames: ['method', 'route', 'status'],
  buckets: [0.005, 0.02, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10],
})

const reports = new Counter({
  name: 'bweni_payment_reports_total',
  help: "M-Pesa's words on pushes: how they came and what was made of them",
  labelNames: ['via', 'step'],
})

export function countReport(via: string, step: string) {
  reports.inc({ via, step })
}

/** Counts every request, and serves the figures at /metrics. */
export function installMetrics(app: FastifyInstance) {
  if (!register.getSingleMetric('process_cpu_user_seconds_total')) collectDefaultMetrics()
  app.addHook('onResponse', async (request, reply) => {
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe(
      { method: request.method, route, status: reply.statusCode },
      reply.elapsedTime / 1000,
    )
  })
  app.get('/metrics', { schema: { hide: true }, logLevel: 'warn' }, async (_, reply) => {
    reply.header('content-type', register.contentType)
    return register.metrics()
  })
}
