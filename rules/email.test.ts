import { expect, test } from 'vitest'
import { PLACEHOLDER_SUFFIX } from '#contract/auth.ts'
import { realAddress } from './email.ts'

test.each(['amina@students.example', 'invalid@x.example', 'a@invalid.example'])(
  '%s reaches somebody',
  (email) => expect(realAddress(email)).toBe(email),
)

test.each([`254712345678${PLACEHOLDER_SUFFIX}`, 'x@y.INVALID', 'x@invalid'])(
  '%s reaches nobody',
  (email) => expect(realAddress(email)).toBeNull(),
)
