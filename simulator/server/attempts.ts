import type { Simulation } from './requests.ts'

/** A paybill payment that was not sent. */
export interface Attempt extends Simulation {
  id: string
  at: number
  /** A sentence about it, for the payer. */
  why: string
}

const most_attempts = 20

/** What a phone's inbox says beside its payments. No money moved, so a restart may forget it. */
export function openAttempts() {
  const by_phone = new Map<string, Attempt[]>()
  const of = (msisdn: string): Attempt[] => by_phone.get(msisdn) ?? []
  return {
    of,
    add: (attempt: Attempt) =>
      by_phone.set(attempt.msisdn, [...of(attempt.msisdn), attempt].slice(-most_attempts)),
  }
}
