import type { TroubleKind } from '#contract/simulator.ts'
import {
  DarajaError,
  lockedSubscriber,
  systemBusy,
  unknownTransaction,
  wrongCredentials,
} from './wire-error.ts'

/** What is not in Daraja's own envelope. */
interface Foreign {
  status: number
  type: string
  body: string | object
}

/** The gateway in front of Daraja speaks for itself (daraja 2). */
const spikeArrest = (status: number): Foreign => ({
  status,
  type: 'application/json',
  body: {
    fault: {
      faultstring:
        'Spike arrest violation. Allowed rate : MessageRate{messagesPerPeriod=5, periodInMicroseconds=1000000}',
      detail: { errorcode: 'policies.ratelimit.SpikeArrestViolation' },
    },
  },
})

const badGateway: Foreign = {
  status: 502,
  type: 'text/html',
  body: '<html><head><title>502 Bad Gateway</title></head><body><h1>502 Bad Gateway</h1></body></html>',
}

/** What is answered while nothing is done. The other kinds are played where the work is. */
export const answersInstead: Partial<Record<TroubleKind, () => DarajaError | Foreign>> = {
  token_refused_401: () =>
    new DarajaError(401, '401.003.01', 'Error Occurred: Invalid Access Token'),
  busy: systemBusy,
  spike_arrest: () => spikeArrest(500),
  spike_429: () => spikeArrest(429),
  quota: () => new DarajaError(500, '500.003.03', 'Error Occurred: Quota Violation'),
  locked: lockedSubscriber,
  wrong_credentials: wrongCredentials,
  bad_phone: () => new DarajaError(400, '400.002.02', 'Bad Request - Invalid PhoneNumber'),
  being_processed: () => new DarajaError(500, '500.001.1001', 'The transaction is being processed'),
  empty_message: () => new DarajaError(200, '500.001.1001', ''),
  does_not_exist: unknownTransaction,
  html: () => badGateway,
}
