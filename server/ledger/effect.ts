import { isDeepStrictEqual } from 'node:util'
import { conflict } from '../http/errors.ts'

export const OWES_SOMETHING_ELSE = 'What they owe has just changed. Please check the new figures.'

export const alreadyReversed = () =>
  conflict('This has already been taken back.', 'already_reversed')

/** For `catch`: the database holds no deposit below nothing. Its refusal becomes a 409, any other error is rethrown. */
export function rethrowMoreThanHeld(error: unknown): never {
  if ((error as { constraint?: string }).constraint !== 'deposit_held') throw error
  throw conflict(
    'Part of this deposit has been used or given back since. Please undo that first.',
    'deposit_used',
  )
}

/** Removes `waits` from a preview: whether the act will wait isn't part of its effect (docs/decisions/103). */
function withoutWaits(shown: unknown): unknown {
  if (typeof shown !== 'object' || shown === null || !('waits' in shown)) return shown
  const { waits: _, ...effect } = shown
  return effect
}

/**
 * Compares an act's effect with its preview. An act on money is previewed by running its step and rolling it back (`rehearse`);
 * the effect that was shown is sent along with the act.
 * @throws {HttpError} 409 with the new effect when they differ
 */
export function requireSame(effect: unknown, expected: unknown, changed = OWES_SOMETHING_ELSE) {
  if (isDeepStrictEqual(effect, withoutWaits(expected))) return
  throw conflict(changed, 'changed_meanwhile', { effect })
}
