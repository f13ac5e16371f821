import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import * as z from 'zod/mini'
import type { Config } from './config.ts'
import type { Db } from './db/connect.ts'

/** An email in plain text. */
export interface Email {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
}

export interface Mail {
  /**
   * Composes and sends an email after the caller has gone on, so that the response time does not show
   * whether there was one to send. Failures are logged, never thrown.
   */
  sendLater(compose: () => Promise<Email | null>): void
  /** Waits at most two seconds for the emails being sent. */
  close(): Promise<void>
}

const CLOSE_TIMEOUT_MS = 2000
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Send = (email: Email) => Promise<void>

/** Loads nodemailer with the first email: most processes send none for a long time. */
function sendBySmtp(url: string, mailFrom: string | null, log: FastifyBaseLogger): Send {
  return async ({ from, ...email }) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const sender = mailFrom ? { from: { ...from, address: mailFrom }, replyTo: from } : { from }
    const { messageId } = await transport.sendMail({ ...email, ...sender })
    log.info({ messageId }, 'mail sent')
  }
}

/** In the table `installation`: when the first email was accepted for sending. */
export const MAIL_SENT = 'mail_sent'
/** In the table `installation`, while the last email was refused: when and why, as JSON. */
const MAIL_FAILED = 'mail_failed'

const failure = z.object({ at: z.iso.datetime(), reason: z.string() })

const LONGEST_REASON = 200

/** Why the last email wasn't sent; null when it was. */
export async function findMailFailure(db: Db): Promise<z.infer<typeof failure> | null> {
  const row = await db
    .selectFrom('installation')
    .where('name', '=', MAIL_FAILED)
    .select('value')
    .executeTakeFirst()
  return row ? failure.parse(JSON.parse(row.value)) : null
}

function noteFailure(db: Db, error: unknown) {
  const reason = (error instanceof Error ? error.message : String(error)).slice(0, LONGEST_REASON)
  const value = JSON.stringify({ at: new Date().toISOString(), reason })
  return db
    .insertInto('installation')
    .values({ name: MAIL_FAILED, value })
    .onConflict((conflict) => conflict.column('name').doUpdateSet({ value }))
    .execute()
}

async function noteSuccess(db: Db) {
  await db
    .insertInto('installation')
    .values({ name: MAIL_SENT, value: new Date().toISOString() })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  await db.deleteFrom('installation').where('name', '=', MAIL_FAILED).execute()
}

/**
 * Sends by `SMTP_URL`; without it, emails go to the log. The first one that is sent is noted, for the
 * checklist, and that the last one was refused, for staff.
 */
export function openMail({ smtpUrl, mailFrom }: Config, db: Db, log: FastifyBaseLogger): Mail {
  const sendToLog: Send = async (email) =>
    log.info({ email }, 'mail, not sent: SMTP_URL is not set')

  async function sendAndNote(send: Send, email: Email) {
    try {
      await send(email)
    } catch (error) {
      await noteFailure(db, error)
      throw error
    }
    await noteSuccess(db)
  }

  const bySmtp = smtpUrl ? sendBySmtp(smtpUrl, mailFrom, log) : null
  const send = bySmtp ? (email: Email) => sendAndNote(bySmtp, email) : sendToLog
  const sending = new Set<Promise<void>>()
  return {
    sendLater(compose) {
      const work = nextTurn()
        .then(compose)
        .then((email) => (email ? send(email) : undefined))
        .catch((error: unknown) => log.error({ err: error }, 'mail failed'))
        .finally(() => sending.delete(work))
      sending.add(work)
    },
    close: async () => {
      await Promise.race([Promise.all(sending), delay(CLOSE_TIMEOUT_MS, null, { ref: false })])
    },
  }
}
