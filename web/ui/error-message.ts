import { ApiError } from '../api.ts'

/** The fallback where a heading already says what couldn't be loaded. */
export const WENT_WRONG = 'Something went wrong on our side. Please try again.'

/**
 * The message for a failed call: the server's, or that there is no network; where neither is useful (an
 * internal error, a response without a body), the `fallback` of the screen.
 */
export const errorMessage = (error: Error, fallback: string): string =>
  error instanceof ApiError && error.code !== 'internal' && (error.body || error.status === 0)
    ? error.message
    : fallback

/** The same for a screen that cannot show errors of single fields: it shows the first of them. */
export const firstErrorMessage = (error: Error, fallback: string): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || errorMessage(error, fallback)

/** Another user was faster, so that this screen is out of date. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 409].includes(error.status)
