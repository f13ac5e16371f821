import { ApiError } from '../api.ts'

/** What the server, or the network, said of a failure; where it cannot say more, the page's own sentence. */
export const failureWords = (error: Error, otherwise: string): string =>
  error instanceof ApiError && error.code !== 'internal' && (error.body || error.status === 0)
    ? error.message
    : otherwise
