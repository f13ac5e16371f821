import { z } from 'zod'

/** The only shape an error has on the wire. */
export const errorBody = z.object({
  message: z.string(),
  code: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
  request_id: z.string().optional(),
  /** With 409 `payment_open`: the caller's own push that is still open on this phone. */
  checkout_request_id: z.string().optional(),
})
export type ErrorBody = z.infer<typeof errorBody>
