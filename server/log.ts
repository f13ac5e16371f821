import type { FastifyRequest } from 'fastify'
import type { Config } from './config.ts'

/** Hooks carry their secret, long and hexadecimal, in the path. */
const withoutSecrets = (url: string): string =>
  url.replace(/[0-9a-f]{40,}/gi, '…').replace(/\?.*$/, '')

/** Structured lines with a request id; no bodies, tokens, cookies or query strings. */
export function loggerOptions(config: Config) {
  return {
    level: config.logLevel,
    redact: ['req.headers', 'err.headers', 'err.params', 'err.query', 'err.detail', 'err.where'],
    serializers: {
      req: (request: FastifyRequest) => ({
        method: request.method,
        url: withoutSecrets(request.url),
        ip: request.ip,
      }),
    },
  }
}
