import { ApiError } from '../api.ts'

/**
 * What a person is told about a failed call: the server's sentence, or that there is no network; where
 * neither says anything useful (an internal error, an answer without a body), the `fallback` of the screen.
 */
export const errorMessage = (error: Error, fallback: string): string =>
  error instanceof ApiError && error.code !== 'internal' && (error.body || error.status === 0)
    ? error.message
    : fallback

/** The same on a screen that has no place for messages of single fields: the first of them wins. */
export const firstErrorMessage = (error: Error, fallback: string): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || errorMessage(error, fallback)

/** Somebody else was faster: what this screen shows is out of date. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 409].includes(error.status)
