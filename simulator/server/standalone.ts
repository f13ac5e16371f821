import Fastify, { type FastifyInstance } from 'fastify'
import { installErrors } from '../../server/errors.ts'
import { type PretendDarajaOptions, pretendDaraja } from './plugin.ts'

export const prefix = '/pretend-daraja'

/** The pretend M-Pesa by itself, outside the process that it pays to. */
export async function startAlone(
  options: PretendDarajaOptions & { port: number; logLevel?: string },
): Promise<FastifyInstance> {
  const { port, logLevel = 'silent', ...rest } = options
  const app = Fastify({
    logger: { level: logLevel },
    forceCloseConnections: true,
    routerOptions: { ignoreTrailingSlash: true },
  })
  installErrors(app)
  await app.register(pretendDaraja, { prefix, ...rest })
  await app.listen({ port, host: '127.0.0.1' })
  return app
}
