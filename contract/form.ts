import * as z from 'zod/mini'
import type { Day } from '#rules/calendar.ts'
import { isDay } from '#rules/calendar.ts'
import { LARGEST_ID } from '#rules/id.ts'
import { readShillings } from '#rules/money.ts'
import { readPhone, readTelephone } from '#rules/phone.ts'
import { plainTyped } from '#rules/typed.ts'
import { isVisible, stripDirectionMarks } from '#rules/visible.ts'

/**
 * Control characters, line breaks, and invisible characters that reverse or hide the text beside them.
 * Joiners are allowed (some scripts and emoji need them), and so is a variation selector after a character
 * that can be an emoji.
 */
const invisibleCharacters =
  /[\p{Cc}\u180e\u2028\u2029\u{e0000}-\u{e007f}]|(?!\u200c|\u200d|\ufe0e|\ufe0f)\p{Default_Ignorable_Code_Point}|(?:^|\P{Extended_Pictographic})[\ufe0e\ufe0f](?!\u20e3)/u
/** No script puts five combining marks on one letter; they would cover the lines around it. */
const stackedMarks = /\p{M}{5}/u

const trimmed = (missing: string) => z.string(missing).check(z.trim())

const singleLineChecks = (max: number) => [
  z.maxLength(max, `At most ${max} characters.`),
  z.refine<string>(
    (typed) => !invisibleCharacters.test(typed),
    'Please leave out line breaks and invisible characters.',
  ),
  z.refine<string>((typed) => !stackedMarks.test(typed), 'Please use fewer accents on one letter.'),
]

/** A trimmed text of one line; `missing` is the error when it is empty. */
export const text = (missing: string, max: number) =>
  trimmed(missing).check(
    z.minLength(1, missing),
    z.refine(isVisible, missing),
    ...singleLineChecks(max),
  )

/** Like `text`, but it may be empty. */
export const textOrEmpty = (missing: string, max: number) =>
  trimmed(missing).check(
    z.refine((typed) => typed === '' || isVisible(typed), missing),
    ...singleLineChecks(max),
  )

export const inPlain = z.overwrite<string>(plainTyped)

/** A search or the number of a paper: plain characters (`plainTyped`), whatever was pasted with them. */
export const plainText = (missing: string, max: number) =>
  z
    .string(missing)
    .check(inPlain, z.minLength(1, missing), z.maxLength(max, `At most ${max} characters.`))

/** Except line breaks and tabs. They are invisible, and PostgreSQL refuses some of them. */
const controlCharacters = /(?![\n\t])[\p{Cc}]/gu

const cleanLines = z.overwrite<string>((typed) =>
  typed.replace(/\r\n?/g, '\n').replace(controlCharacters, '').trim(),
)

const multilineChecks = (missing: string, max: number) => [
  cleanLines,
  z.minLength(1, missing),
  z.maxLength(max, `At most ${max} characters.`),
  z.refine<string>(isVisible, missing),
]

/** A trimmed text of any number of lines and any script; `missing` is the error when nothing is visible. */
export const multilineText = (missing: string, max: number) =>
  z.string(missing).check(...multilineChecks(missing, max))

/**
 * Removes marks that turn the direction of a text. For what stands beside other text where nothing isolates it: in
 * tables, mails and PDFs.
 */
export const withoutDirectionMarks = z.overwrite<string>(stripDirectionMarks)

/** Like `multilineText`, for a reason or a note: without marks that turn its direction. */
export const noteText = (missing: string, max: number) =>
  z
    .string(missing)
    .check(withoutDirectionMarks)
    .check(...multilineChecks(missing, max))

/** Forms send an empty field as an empty text. */
const blankToUndefined = (value: unknown): unknown =>
  value === null || (typeof value === 'string' && value.trim() === '') ? undefined : value

/** What may be left out: null when it is missing, null or blank. */
export const ifGiven = <Schema extends z.ZodMiniType>(schema: Schema) =>
  z.pipe(
    z.optional(z.pipe(z.transform(blankToUndefined), z.optional(schema))),
    z.transform((value): z.output<Schema> | null => value ?? null),
  )

/** Like `noteText`, but it may be left out. */
export const optionalText = (max: number) =>
  ifGiven(
    z.pipe(
      z
        .string()
        .check(withoutDirectionMarks, cleanLines, z.maxLength(max, `At most ${max} characters.`)),
      z.transform((typed) => typed || null),
    ),
  )

/** A whole number: a text in a form, a number in JSON. */
export const integer = (message: string, min: number, max: number) =>
  z.pipe(
    z.pipe(
      z.union([z.string(), z.number()], message),
      z.transform((value) => {
        if (typeof value === 'number') return value
        return /^-?\d{1,10}$/.test(value.trim()) ? Number(value) : Number.NaN
      }),
    ),
    z.int(message).check(z.minimum(min, message), z.maximum(max, message)),
  )

/** Whole shillings as people type them, see `readShillings`. */
export const wholeShillings = (message: string, min: number, max: number) =>
  z.pipe(
    z.transform((typed) => (typeof typed === 'string' ? (readShillings(typed) ?? typed) : typed)),
    integer(message, min, max),
  )

export const entityId = (message: string) => integer(message, 1, LARGEST_ID)

/** A calendar day that exists, `2026-11-20`. */
export const day = (message: string) =>
  z.string(message).check(
    z.refine((value) => isDay(value.trim()), message),
    z.trim(),
  )

/** A day that a query may leave out. */
export const optionalDay = z.optional(
  day('Please give a date as 2026-11-20.'),
) satisfies z.ZodMiniType<Day | undefined>

export const INVALID_PHONE = 'Please enter a valid phone number (e.g., 0712345678)'

export const ONE_PHONE = 'Please enter one number only (e.g., 0712345678)'

/** A Kenyan mobile number in any spelling (`readPhone`); the output is 254…. */
export const phoneNumber = z.pipe(
  z.union([z.string(), z.number()], INVALID_PHONE),
  z.transform((typed, check) => {
    const { msisdn, problem } = readPhone(String(typed))
    if (problem === null) return msisdn
    const message = problem === 'several' ? ONE_PHONE : INVALID_PHONE
    check.issues.push({ code: 'custom', input: typed, message })
    return z.NEVER
  }),
)

/** A number that people call, such as the office's (`readTelephone`). */
export const telephone = (missing: string, message: string) =>
  z.pipe(
    trimmed(missing).check(z.refine(isVisible, missing)),
    z.transform((typed, check) => {
      const read = readTelephone(typed)
      if (read !== null) return read
      check.issues.push({ code: 'custom', input: typed, message })
      return z.NEVER
    }),
  )

export const optionalPhone = ifGiven(phoneNumber)

/**
 * The latest of a tenant's `acts` as it was shown, 0 without one. A change of the stays is refused when staff have made another one
 * since, so that nobody overwrites it without being told.
 */
export const expectedAct = ifGiven(integer('Please give the number of an act.', 0, LARGEST_ID))

/** The id in a path. */
export const idParams = z.object({ id: entityId('Please give a number.') })
