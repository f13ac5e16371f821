import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/** Hooks carry their secret in the path: only their kind is logged. */
const withoutSecrets = (url: string): string =>
  url.replace(/^(\/api\/hooks\/)(stk\/\d+\/)?[^/?]+/, '$1$2…').replace(/\?.*$/, '')

/** Structured lines with a request id; no bodies, tokens, cookies or query strings. */
export function loggerOptions(config: Config) {
  return {
    level: config.logLevel,
    redact: ['req.headers', 'err.headers'],
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        ip: request.ip,
      }),
    },
  }
}
