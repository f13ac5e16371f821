import { createHmac } from 'node:crypto'
import { equalInConstantTime } from '../auth/tokens.ts'

const seconds = 5 * 60

/** What a link says: which document, and for whose session it was made. */
export interface Link {
  company_id: number
  document_id: number
  session_id: string
}

/** The prefix keeps it apart from everything else that the secret signs. */
const sign = (secret: Uint8Array, text: string) =>
  createHmac('sha256', secret).update(`document-link:${text}`).digest('base64url')

export function makeLink(secret: Uint8Array, link: Link, now: Date) {
  const expires = Math.floor(now.getTime() / 1000) + seconds
  const text = [link.company_id, link.document_id, link.session_id, expires].join('.')
  return { token: `${text}.${sign(secret, text)}`, expires_at: new Date(expires * 1000) }
}

/** Null for anything that is not a link of ours. */
export function readLink(secret: Uint8Array, token: string): (Link & { expires_at: Date }) | null {
  const parts = /^((\d{1,10})\.(\d{1,10})\.([\w-]{16,40})\.(\d{1,10}))\.([\w-]{43})$/.exec(token)
  if (!parts?.[1] || !equalInConstantTime(parts[6] ?? '', sign(secret, parts[1]))) return null
  return {
    company_id: Number(parts[2]),
    document_id: Number(parts[3]),
    session_id: parts[4] ?? '',
    expires_at: new Date(Number(parts[5]) * 1000),
  }
}
