import { setTimeout as delay, setImmediate as nextTurn } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
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
function sendBySmtp(url: string, log: FastifyBaseLogger): Send {
  return async (email) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      ...timeouts,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { messageId } = await transport.sendMail(email)
    log.info({ messageId }, 'mail sent')
  }
}

/** In the table `installation`: when the first email was accepted for sending. */
export const MAIL_SENT = 'mail_sent'

/** Sends by `SMTP_URL`; without it, emails go to the log. The first one that is sent is noted, for the checklist. */
export function openMail({ smtpUrl }: Config, db: Db, log: FastifyBaseLogger): Mail {
  const sendToLog: Send = async (email) =>
    log.info({ email }, 'mail, not sent: SMTP_URL is not set')
  const send = smtpUrl ? sendBySmtp(smtpUrl, log) : sendToLog
  let isNoted = smtpUrl === null
  async function note() {
    if (isNoted) return
    await db
      .insertInto('installation')
      .values({ name: MAIL_SENT, value: new Date().toISOString() })
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    isNoted = true
  }
  const sending = new Set<Promise<void>>()
  return {
    sendLater(compose) {
      const work = nextTurn()
        .then(compose)
        .then((email) => (email ? send(email).then(note) : undefined))
        .catch((error: unknown) => log.error({ err: error }, 'mail failed'))
        .finally(() => sending.delete(work))
      sending.add(work)
    },
    close: async () => {
      await Promise.race([Promise.all(sending), delay(CLOSE_TIMEOUT_MS, null, { ref: false })])
    },
  }
}
