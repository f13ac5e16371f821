import assert from 'node:assert/strict'
import type { RadiusReply } from './hotspot.ts'

let passed = 0
let failed = 0

/** Runs one check and prints a line for it; a check that throws has failed. */
export async function check(name: string, run: () => Promise<void>): Promise<void> {
  try {
    await run()
    passed++
    console.log(`  ok    ${name}`)
  } catch (error) {
    failed++
    console.log(`  FAIL  ${name}`)
    console.log(
      `        ${error instanceof Error ? error.message : error}`.replaceAll('\n', '\n        '),
    )
  }
}

/** @returns whether all checks passed */
export function printSummary(): boolean {
  console.log(`\n${passed} passed, ${failed} failed`)
  return failed === 0 && passed > 0
}

const messages = {
  unknown: 'We do not know this code. Please check it and try again.',
  used_up: 'The data of this bundle is used up. Please buy a new one.',
  expired: 'The time of this bundle is over. Please buy a new one.',
  other_device: 'This code is in use on another device. Log out there first, or wait 15 minutes.',
  throttled: 'Too many tries. Please wait 10 minutes and try again.',
  database: 'Codes cannot be checked just now. Please try again in a minute.',
}

export function assertAccepted({ kind, attributes }: RadiusReply) {
  assert.equal(kind, 'Access-Accept', `${kind}: ${JSON.stringify(attributes)}`)
}
/** The reply has a reason and no other attribute. */
export function assertRefused({ kind, attributes }: RadiusReply, reason: keyof typeof messages) {
  assert.deepEqual([kind, attributes], ['Access-Reject', { 'Reply-Message': messages[reason] }])
}
/** The data that is left, as a MikroTik router gets it. */
export const bytesLeft = ({ attributes }: RadiusReply) =>
  Number(attributes['Mikrotik-Total-Limit-Gigawords']) * 2 ** 32 +
  Number(attributes['Mikrotik-Total-Limit'])
