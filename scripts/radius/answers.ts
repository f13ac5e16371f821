import assert from 'node:assert/strict'
import type { Answer } from './hotspot.ts'

const messages = {
  unknown: 'We do not know this code. Please check it and try again.',
  used_up: 'The data of this bundle is used up. Please buy a new one.',
  expired: 'The time of this bundle is over. Please buy a new one.',
  other_device: 'This code is in use on another device. Log out there first, or wait 15 minutes.',
  throttled: 'Too many tries. Please wait 10 minutes and try again.',
  database: 'Codes cannot be checked just now. Please try again in a minute.',
}

export function accepted({ kind, said }: Answer) {
  assert.equal(kind, 'Access-Accept', `${kind}: ${JSON.stringify(said)}`)
}
/** It says why, and grants nothing. */
export function refused({ kind, said }: Answer, why: keyof typeof messages) {
  assert.deepEqual([kind, said], ['Access-Reject', { 'Reply-Message': messages[why] }])
}
/** What a MikroTik router is told of the data that is left. */
export const bytesLeft = ({ said }: Answer) =>
  Number(said['Mikrotik-Total-Limit-Gigawords']) * 2 ** 32 + Number(said['Mikrotik-Total-Limit'])
