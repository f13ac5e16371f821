import { ApiError } from '../api.ts'

/** The fallback message where a heading already says what couldn't be loaded. */
export const WENT_WRONG = 'Something went wrong on our side. Please try again.'

/**
 * The message for a failed call: the server's, or that there is no network. If neither is useful (an
 * internal error, a response without a body), it is the `fallback` of the screen.
 */
export const errorMessage = (error: Error, fallback: string): string =>
  error instanceof ApiError && error.code !== 'internal' && (error.body || error.status === 0)
    ? error.message
    : fallback

/** The message for a screen that can't show errors at single fields: the first of these, if there are any. */
export const firstErrorMessage = (error: Error, fallback: string): string =>
  (error instanceof ApiError && Object.values(error.fields)[0]) || errorMessage(error, fallback)

/** Whether another user was faster, so that this screen is out of date. */
export const isConflict = (error: unknown): error is ApiError =>
  error instanceof ApiError && [404, 409].includes(error.status)
