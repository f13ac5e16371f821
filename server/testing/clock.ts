import { inject } from 'vitest'
import { DEMO_MADE_AT } from './demo-made-at.ts'

/** The time of the tests, also the clock of their servers: it runs on from the moment of the demo residence. */
export const testNow = () => new Date(DEMO_MADE_AT.getTime() + Date.now() - inject('beganAt'))

/** What was stored just now is two days old then: files have the time of the machine. */
export const twoDaysAfterStoring = () => new Date(Date.now() + 2 * 86_400_000)
