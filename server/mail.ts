import { setImmediate as afterThis, setTimeout as delay } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import type { Config } from './config.ts'

/** An e-mail in plain text. */
export interface Email {
  from: { name: string; address: string }
  to: string
  subject: string
  text: string
}

export interface Mail {
  /**
   * Writes a letter and sends it after the caller has gone on, so that nobody can tell by the time an
   * answer takes whether there was one to send. What fails is logged, never thrown.
   */
  later(write: () => Promise<Email | null>): void
  /** Waits for what is on its way, but not long. */
  close(): Promise<void>
}

const most_ms_at_the_end = 2000
const patience = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 20_000 }

type Send = (letter: Email) => Promise<void>

/** Loaded when the first letter goes out: most processes send none for a long time. */
function bySmtp(url: string, log: FastifyBaseLogger): Send {
  return async (letter) => {
    const { createTransport } = await import('nodemailer')
    const transport = createTransport({
      url,
      ...patience,
      disableFileAccess: true,
      disableUrlAccess: true,
    })
    const { messageId } = await transport.sendMail(letter)
    log.info({ messageId }, 'mail sent')
  }
}

/** By `SMTP_URL`; without one the whole letter goes to the log. */
export function openMail({ smtpUrl }: Config, log: FastifyBaseLogger): Mail {
  const toLog: Send = async (letter) => log.info({ letter }, 'mail, not sent: SMTP_URL is not set')
  const send = smtpUrl ? bySmtp(smtpUrl, log) : toLog
  const underWay = new Set<Promise<void>>()
  return {
    later(write) {
      const work = afterThis()
        .then(write)
        .then((letter) => (letter ? send(letter) : undefined))
        .catch((error: unknown) => log.error({ err: error }, 'mail failed'))
        .finally(() => underWay.delete(work))
      underWay.add(work)
    },
    close: async () => {
      await Promise.race([Promise.all(underWay), delay(most_ms_at_the_end, null, { ref: false })])
    },
  }
}
