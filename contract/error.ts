import * as z from 'zod/mini'

/** The body of every error response. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.optional(z.record(z.string(), z.string())),
  request_id: z.optional(z.string()),
  /** With 409 `payment_open`: the caller's own push that is still open on this phone. */
  checkout_request_id: z.optional(z.string()),
})
export type ErrorBody = z.infer<typeof errorBody>
