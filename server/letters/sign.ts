import { createPrivateKey, createPublicKey, hash, randomBytes, sign, verify } from 'node:crypto'
import { encode } from 'uqr'
import { CODE_ALPHABET, CODE_LENGTH } from '#rules/letter.ts'
import type { Context } from '../context.ts'

type Secret = Pick<Context, 'letterSecret'>

/** The beginning of a private Ed25519 key in DER, before its 32 bytes. */
const DER_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

/** The installation's key, which every node derives from the same secret. */
const privateKey = ({ letterSecret }: Secret) =>
  createPrivateKey({
    key: Buffer.concat([DER_PREFIX, hash('sha256', `bweni-letter-key\n${letterSecret}`, 'buffer')]),
    format: 'der',
    type: 'pkcs8',
  })

/** The public key for the checking script: 32 bytes in base64url. */
export const publicKeyOf = (secret: Secret): string =>
  createPublicKey(privateKey(secret)).export({ format: 'jwk' }).x ?? ''

/** The text to sign for a letter. Its beginning differs from a PDF's, so that neither signature fits the other. */
const signedText = (facts: string) => Buffer.from(`bweni-letter\n${facts}`)

export const signFacts = (secret: Secret, facts: string): Buffer =>
  sign(null, signedText(facts), privateKey(secret))

/** Whether the facts and rows are those that were signed. */
export function isGenuine(
  secret: Secret,
  { facts, rows, signature }: { facts: string; rows: string; signature: Uint8Array },
): boolean {
  if (!verify(null, signedText(facts), createPublicKey(privateKey(secret)), signature)) return false
  const { statement } = JSON.parse(facts)
  return statement ? statement.rows_hash === hashRows(rows) : rows === '[]'
}

export const hashRows = (rows: string): string => hash('sha256', rows)

/** Facts and signature in one word, for the QR code and the PDF. */
export const signedWord = (facts: string, signature: Uint8Array): string =>
  `${Buffer.from(facts).toString('base64url')}.${Buffer.from(signature).toString('base64url')}`

/**
 * Appends a signature to a PDF, which covers every byte before it. PDF readers take the line for a comment;
 * changing, adding or saving anything breaks the signature.
 */
export function signPdf(secret: Secret, pdf: Uint8Array): Buffer {
  const signed = Buffer.concat([pdf, Buffer.from('%bweni-letter ')])
  const signature = sign(null, signed, privateKey(secret)).toString('base64url')
  return Buffer.concat([signed, Buffer.from(`${signature}\n`)])
}

export const newCode = (): string =>
  [...randomBytes(CODE_LENGTH)].map((byte) => CODE_ALPHABET[byte % CODE_ALPHABET.length]).join('')

/** A QR code as the path of an SVG, one piece for each run of dark squares. */
export function qrOf(text: string): { size: number; path: string } {
  const { size, data } = encode(text, { ecc: 'L', border: 0 })
  let path = ''
  for (const [y, row] of data.entries()) {
    for (let x = 0; x < size; x++) {
      if (!row[x] || row[x - 1]) continue
      let width = 1
      while (row[x + width]) width++
      path += `M${x} ${y}h${width}v1h-${width}z`
    }
  }
  return { size, path }
}
