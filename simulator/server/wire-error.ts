import { makeRequestId } from './receipts.ts'

/** A refusal in Daraja's own words. */
export class DarajaError extends Error {
  override name = 'DarajaError'
  readonly status: number
  readonly code: string

  constructor(status: number, code: string, message: string) {
    super(message)
    this.status = status
    this.code = code
  }
}

/** The envelope around every refusal. */
export const errorEnvelope = (error: DarajaError) => ({
  requestId: makeRequestId(),
  errorCode: error.code,
  errorMessage: error.message,
})

export const systemBusy = () =>
  new DarajaError(500, '500.003.02', 'System is busy. Please try again in few minutes.')

export const lockedSubscriber = () =>
  new DarajaError(
    500,
    '500.001.1001',
    'Unable to lock subscriber, a transaction is already in process for the current subscriber',
  )

export const wrongCredentials = () =>
  new DarajaError(500, '500.001.1001', '[MerchantValidate] - Wrong credentials')

export const unknownTransaction = () =>
  new DarajaError(500, '500.001.1001', 'The transaction does not Exist')

export const invalidPayload = () => new DarajaError(400, '400.002.05', 'Invalid Request Payload')
