import * as z from 'zod/mini'
import type { Day } from '#rules/calendar.ts'
import { isDay } from '#rules/calendar.ts'
import { LARGEST_ID } from '#rules/id.ts'
import { toMsisdn } from '#rules/phone.ts'
import { isVisible } from '#rules/visible.ts'

/** What a form sends for an empty field. */
const blankToNothing = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value

/**
 * Line breaks, and signs that turn or hide what stands beside them. Joiners are of some scripts and of
 * emoji, and what tells an emoji from a letter stands behind one.
 */
const unseen =
  /[\p{Cc}\u180e\u2028\u2029\u{e0000}-\u{e007f}]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?<!\p{Extended_Pictographic})(?:\ufe0e|\ufe0f)(?!\u20e3)/u
/** No script writes so many upon one letter; they would cover the lines around it. */
const piled = /\p{M}{5}/u

const line = (missing: string) => z.string(missing).check(z.trim())

const written = (most: number) => [
  z.maxLength(most, `At most ${most} characters.`),
  z.refine<string>(
    (typed) => !unseen.test(typed),
    'Please leave out line breaks and invisible signs.',
  ),
  z.refine<string>((typed) => !piled.test(typed), 'Please put fewer marks on one letter.'),
]

/** A trimmed text of one line; `missing` is said when there is none. */
export const text = (missing: string, most: number) =>
  line(missing).check(z.minLength(1, missing), z.refine(isVisible, missing), ...written(most))

/** The same, but it may be empty. */
export const textOrNothing = (missing: string, most: number) =>
  line(missing).check(
    z.refine((typed) => typed === '' || isVisible(typed), missing),
    ...written(most),
  )

/** Control characters but for line breaks and tabs: they show nothing and cannot all be stored. */
const controls = /(?![\n\t])[\p{Cc}]/gu

/** A trimmed text of any number of lines and any script; `missing` is said when nothing shows. */
export const prose = (missing: string, most: number) =>
  z.string(missing).check(
    z.overwrite((typed) => typed.replace(/\r\n?/g, '\n').replace(controls, '').trim()),
    z.minLength(1, missing),
    z.maxLength(most, `At most ${most} characters.`),
    z.refine(isVisible, missing),
  )

/** The same, left out or blank. */
export const optionalText = (most: number) =>
  z.optional(
    z.pipe(
      z.string().check(z.trim(), z.maxLength(most, `At most ${most} characters.`)),
      z.transform((typed) => typed || undefined),
    ),
  )

/** A whole number, as a form (text) or as JSON spells it. */
export const whole = (message: string, least: number, most: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], message),
      z.transform((value) => {
        if (typeof value === 'number') return value
        return /^\d{1,10}$/.test(value.trim()) ? Number(value) : Number.NaN
      }),
    ),
    z.int(message).check(z.minimum(least, message), z.maximum(most, message)),
  )

export const chosenId = (message: string) => whole(message, 1, LARGEST_ID)

/** A calendar day that exists, `2026-11-20`. */
export const day = (message: string) =>
  z.string(message).check(
    z.refine((value) => isDay(value.trim()), message),
    z.trim(),
  )

/** A query's day, left out for today. */
export const optionalDay = z.optional(
  day('Please give a date as 2026-11-20.'),
) satisfies z.ZodMiniType<Day | undefined>

export const invalid_phone = 'Please enter a valid phone number (e.g., 0712345678)'

/** A Kenyan mobile in any spelling; 254… comes out. */
export const phoneNumber = z.pipe(
  z.union([z.string(), z.number()], invalid_phone),
  z.transform((typed, check) => {
    const msisdn = toMsisdn(String(typed))
    if (msisdn) return msisdn
    check.issues.push({ code: 'custom', input: typed, message: invalid_phone })
    return z.NEVER
  }),
)

/** The same, left out or blank. */
export const optionalPhone = z.pipe(z.transform(blankToNothing), z.optional(phoneNumber))

/** The id in a path. */
export const idParams = z.object({ id: chosenId('Please give a number.') })
