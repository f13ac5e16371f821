import * as contract from '#contract/letters.ts'
import { isoTime } from '#rules/calendar.ts'
import { letterNumber, readLetterCode, readLetterNumber } from '#rules/letter.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Context } from '../context.ts'
import { conflict, notFound } from '../http/errors.ts'
import type { Serve } from '../http/serve.ts'
import { addressKey, userKey } from '../http/throttle.ts'
import { findStanding, issueLetter, withdrawLetter } from './issue.ts'
import { letterPdf } from './pdf.ts'
import { findLetter, findLetterByCode, type LetterRecord, listLettersOf } from './queries.ts'
import { isGenuine, publicKeyOf, qrOf, signedWord, signPdf } from './sign.ts'

export function letterRoutes(serve: Serve, context: Context) {
  const { db, throttles } = context

  const listFor = async (company_id: number, user_id: number) => ({
    ...(await findStanding(context, company_id, user_id)),
    letters: (await listLettersOf(db, company_id, user_id)).map((row) => ({
      number: letterNumber(row.number),
      kind: row.kind,
      day: contract.letterFacts.parse(JSON.parse(row.facts)).day,
      issued_at: isoTime(row.issued_at),
      withdrawn: row.withdrawn_at !== null,
    })),
  })
  async function issueFor(
    user: AuthUser,
    user_id: number,
    form: Parameters<typeof issueLetter>[3],
  ) {
    await throttles.letter.consume(userKey(user.company_id, user_id))
    return show(context, await issueLetter(context, user, user_id, form))
  }
  /** Loads a letter. Tenants see their own letters, staff all letters of their company. */
  async function load(user: AuthUser, typed: string) {
    const number = readLetterNumber(typed)
    const row = number === null ? undefined : await findLetter(db, user.company_id, number)
    if (!row || (row.user_id !== user.id && !user.is_staff)) {
      throw notFound('There is no such letter.', 'letter_not_found')
    }
    return row
  }

  serve(contract.listLetters, ({ user }) => listFor(user.company_id, user.id))
  serve(contract.listTenantLetters, ({ user, params }) => listFor(user.company_id, params.id))
  serve(contract.issueLetter, ({ user, body }) => issueFor(user, user.id, body))
  serve(contract.issueTenantLetter, ({ user, params, body }) => issueFor(user, params.id, body))

  serve(contract.getLetter, async ({ user, params }) =>
    show(context, await load(user, params.number)),
  )

  serve(contract.getLetterPdf, async ({ user, params, reply }) => {
    const row = await load(user, params.number)
    await throttles.receiptPdf.consume(userKey(user.company_id, user.id))
    const letter = show(context, row)
    const word = signedWord(row.facts, row.signature)
    reply.header('content-disposition', `inline; filename="${letter.facts.number}.pdf"`)
    return signPdf(context, await letterPdf(letter, word))
  })

  serve(contract.withdrawLetter, async ({ user, params, body }) =>
    show(
      context,
      await withdrawLetter(context, user, await load(user, params.number), body.reason),
    ),
  )

  serve(contract.checkLetter, async ({ params, request }) => {
    // Only wrong codes count: the point is given back for a right one.
    const release = await throttles.letterCheck.consume(addressKey(request.ip))
    const code = readLetterCode(params.code)
    const row = code === null ? undefined : await findLetterByCode(db, code)
    if (!row) {
      throw notFound(
        'No letter has this code. Compare it with the paper, all 26 letters and digits. If it is the same, the letter isn’t genuine.',
        'letter_not_found',
      )
    }
    await release()
    return {
      ...readGenuine(context, row),
      withdrawn_at: row.withdrawn_at && isoTime(row.withdrawn_at),
      public_key: publicKeyOf(context),
    }
  })

  serve(contract.getLetterKey, async () => ({
    algorithm: 'Ed25519' as const,
    public_key: publicKeyOf(context),
  }))
}

/** @throws {HttpError} 409 when somebody has changed what is stored */
function readGenuine(context: Context, row: LetterRecord) {
  if (!isGenuine(context, row)) {
    throw conflict(
      'This letter was changed after it was signed. Please ask the residence for a new one.',
      'letter_changed',
    )
  }
  return {
    facts: contract.letterFacts.parse(JSON.parse(row.facts)),
    rows: contract.letterRows.parse(JSON.parse(row.rows)),
  }
}

/** A letter as its page and PDF show it, made from the stored row alone. */
function show(context: Context, row: LetterRecord): contract.Letter {
  const check_url = `${context.config.publicUrl}/check/${row.code}`
  return {
    ...readGenuine(context, row),
    user_id: row.user_id,
    withdrawn: row.withdrawn_at && {
      at: isoTime(row.withdrawn_at),
      reason: row.withdrawn_reason ?? '',
    },
    check_url,
    // The part after the # isn't sent to the server: a scanner shows it, and the script checks it without network.
    qr: qrOf(`${check_url}#${signedWord(row.facts, row.signature)}`),
  }
}
