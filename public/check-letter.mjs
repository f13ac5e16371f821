// Checks letters without network. Plain JavaScript, for whoever has Node and nothing of Bweni:
//   node check-letter.mjs KEY letter.pdf …
// KEY is on the check page of the residence's site; instead of a PDF, give the text of a letter's QR code.
import { createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const [key, ...letters] = process.argv.slice(2)
if (!/^[\w-]{43}$/.test(key) || letters.length === 0) {
  console.error('Usage: node check-letter.mjs KEY letter.pdf …  (the key has 43 characters)')
  process.exit(2)
}
const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })

function decode(text = '') {
  const bytes = Buffer.from(text, 'base64url')
  // Another spelling of the same bytes is a change, too.
  if (bytes.toString('base64url') !== text) throw new Error('its signature can’t be read')
  return bytes
}

function readWord(word) {
  const [facts, signature] = word.split('.').map(decode)
  const signed = Buffer.concat([Buffer.from('bweni-letter\n'), facts])
  if (!verify(null, signed, publicKey, signature)) throw new Error('it isn’t what was signed')
  return JSON.parse(facts)
}

function readPdf(bytes) {
  const text = bytes.toString('latin1')
  const [, signature] = /%bweni-letter ([\w-]{86})\n$/.exec(text) ?? []
  if (!signature) throw new Error('the file has no signature at its end, or was saved anew')
  if (!verify(null, bytes.subarray(0, -87), publicKey, decode(signature)))
    throw new Error('the file was changed after it was signed')
  const [, id] = /\/BweniLetter (\d+) 0 R/.exec(text) ?? []
  return readWord(text.match(new RegExp(`\n${id} 0 obj\n\\(([\\w.-]+)\\)`))?.[1] ?? '')
}

for (const letter of letters) {
  try {
    const read = letter.includes('#')
      ? readWord(letter.split('#')[1])
      : readPdf(readFileSync(letter))
    console.log(
      `${letter.slice(0, 80)}: genuine. Whether it was withdrawn, only the check page knows.`,
    )
    console.log(JSON.stringify(read, null, 2))
  } catch (error) {
    console.log(`${letter.slice(0, 80)}: NOT GENUINE, ${error.message}.`)
    process.exitCode = 1
  }
}
