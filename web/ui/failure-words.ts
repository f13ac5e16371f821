import { ApiError } from '../api.ts'

/** What the server, or the network, said of a failed fetch; else a sentence of the page's own. */
export const failureWords = (error: Error, otherwise: string): string =>
  error instanceof ApiError && (error.body || error.status === 0) ? error.message : otherwise
