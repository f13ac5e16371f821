import type { FastifyRequest } from 'fastify'
import { checkBearer, type Token } from './tokens.ts'

/** Which of Daraja's several codes says that a token is wrong (daraja 2). */
const refusals = {
  stk: { status: 404, code: '404.001.03' },
  c2b: { status: 400, code: '400.003.01' },
  pull: { status: 401, code: '401.001' },
}

/** Makes the hook that lets only the current token pass. */
export const bearerCheck =
  (tokens: { currentToken: () => Token | null; clock: () => number }) =>
  (family: keyof typeof refusals) =>
  async ({ headers }: FastifyRequest) =>
    checkBearer(headers.authorization, tokens.currentToken(), tokens.clock(), refusals[family])
