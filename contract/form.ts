import * as z from 'zod/mini'
import type { Day } from '#rules/calendar.ts'
import { isDay } from '#rules/calendar.ts'
import { toMsisdn } from '#rules/phone.ts'
import { isVisible } from '#rules/visible.ts'

const largest_id = 2_147_483_647

/** What a form sends for an empty field. */
const blankToNothing = (value: unknown) =>
  typeof value === 'string' && value.trim() === '' ? undefined : value

/** Line breaks, and signs that turn or hide what stands beside them. */
const unseen =
  /[\p{Cc}\u00ad\u061c\u180e\u200b\u200e\u200f\u2028-\u202e\u2060-\u2069\ufeff\u{e0000}-\u{e007f}]/u

const oneLine = (missing: string, most: number) =>
  z.string(missing).check(
    z.trim(),
    z.maxLength(most, `At most ${most} characters.`),
    z.refine((typed) => !unseen.test(typed), 'Please leave out line breaks and invisible signs.'),
  )

/** A trimmed text of one line; `missing` is said when there is none. */
export const text = (missing: string, most: number) =>
  oneLine(missing, most).check(z.minLength(1, missing), z.refine(isVisible, missing))

/** The same, but it may be empty. */
export const textOrNothing = (missing: string, most: number) =>
  oneLine(missing, most).check(z.refine((typed) => typed === '' || isVisible(typed), missing))

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

export const chosenId = (message: string) => whole(message, 1, largest_id)

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
