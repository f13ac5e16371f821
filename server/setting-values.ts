import { isIP, SocketAddress } from 'node:net'
import { z } from 'zod'
import { plainAddress } from './http/throttle.ts'

/** Schemas of setting values: addresses, secrets, numbers. `server/config.ts` says which setting has which. */

/** An address of http without what would end up in the middle of a longer one, as browsers write it. */
export const url = (example: string) =>
  z
    .url({ protocol: /^https?$/, error: `must be an address such as ${example}` })
    .refine((text) => {
      const { search, hash, username } = URL.parse(text) ?? {}
      return !search && !hash && !username && !text.endsWith('#') && !text.endsWith('?')
    }, `must be an address without a user name, "?" or "#", such as ${example}`)
    .transform((text) => new URL(text).href.replace(/\/+$/, ''))

/** For an address with a password in it. */
export const withDecodablePassword = z.check<string>((context) => {
  try {
    decodeURIComponent(context.value)
  } catch {
    const message = 'has a stray "%": in a password, write it as %25'
    context.issues.push({ code: 'custom', input: context.value, message })
  }
})

export const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean)
export const onOrOff = new Set(['on', 'off', 'true', 'false'])
export const onOff = z.enum(['on', 'off'], 'must be on or off')

export const wholeNumber = (
  least: number,
  most: number,
  fallback: number,
  what = 'a whole number',
) => {
  const message = `must be ${what} from ${least} to ${most}, such as ${fallback}`
  return z
    .string()
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .refine((number) => number >= least && number <= most, message)
    .default(fallback)
}

const placeholder =
  /change[-_ ]?(?:me|this|it)|your[-_ ]|place-?holder|replace[-_ ]?(?:me|this|with)/i
/** `aaaaaaaa…` and `12121212…` have fewer different characters. */
const MIN_DIFFERENT_CHARACTERS = 8
const LEAST_RUN = 4
const MOST_LOOKED_AT = 512
const KEYBOARD = 'qwertyuiopasdfghjklzxcvbnm~mnbvcxzlkjhgfdsapoiuytrewq'

/**
 * How many pieces a text has when each is a character, a repetition of what came before, an alphabet (`abcd`, `9876`, `acegi`),
 * or a row of the keyboard. A random text has nearly as many as characters, `abcdefghijklmnopqrstuvwxyz` has one.
 */
function countPieces(text: string): number {
  const known = `${KEYBOARD}~${text.toLowerCase()}`
  const from = known.length - text.length
  let pieces = 0
  for (let at = from; at < known.length; pieces++) {
    const step = (place: number) => known.charCodeAt(place + 1) - known.charCodeAt(place)
    let run = 2
    while (at + run < known.length && step(at + run - 1) === step(at)) run++
    let repeated = run >= LEAST_RUN ? run : 1
    for (let length = LEAST_RUN; at + length <= known.length; length++) {
      // It may overlap with what it repeats.
      if (known.slice(0, at + length - 1).indexOf(known.slice(at, at + length)) === -1) break
      repeated = Math.max(repeated, length)
    }
    at += repeated
  }
  return pieces
}

const isEasyToGuess = (text: string, least: number) =>
  placeholder.test(text) ||
  new Set(text).size < MIN_DIFFERENT_CHARACTERS ||
  countPieces(text) < least / 2

const HOW_TO_MAKE = 'make one with: openssl rand -hex 32'

/** Written in a header or a form, where spaces at the ends are lost and other characters impossible. */
export const secret = () =>
  z
    .string()
    .refine((text) => text.trim() !== '', 'is blank: set it, or leave it out')
    .refine((text) => !placeholder.test(text), 'is only a placeholder: set the real one')
    .refine(
      (text) => text.trim() === '' || /^[\x21-\x7e]+$/.test(text),
      'has spaces, line breaks or letters with accents in it: copy it again',
    )
    .optional()

/** One of our own, which must not be guessed. */
export const strongSecret = (least: number) =>
  z
    .string()
    .refine((text) => text.trim().length >= least, {
      error: ({ input }) =>
        String(input).trim() === ''
          ? 'is blank: set it, or leave it out'
          : `must have at least ${least} characters; ${HOW_TO_MAKE}`,
    })
    .refine(
      (text) =>
        // The beginning of an absurdly long secret says enough.
        text.trim().length < least || !isEasyToGuess(text.slice(0, MOST_LOOKED_AT), least),
      `is easy to guess; ${HOW_TO_MAKE}`,
    )

export const isUrl = (text: string) => URL.parse(text) !== null
export const notBlank = (example: string) =>
  z.string().refine((text) => text.trim() !== '', `is blank: set it to something like ${example}`)

/** As the addresses of connections are written: `::ffff:a00:7` is 10.0.0.7. */
export const normalAddress = (address: string): string => {
  const family = isIP(address) === 6 ? 'ipv6' : 'ipv4'
  return plainAddress(new SocketAddress({ address, family }).address)
}

/** One of the many spellings of no address, or of everybody’s. */
const isNobodys = /^(0\.|22[4-9]\.|2[34]\d\.|25[0-5]\.|::$|ff)/i

/** An address that a machine can have. */
export const isAddress = (text: string) =>
  isIP(text) !== 0 && !text.includes('%') && !isNobodys.test(normalAddress(text))

/** Only these networks are anybody's own at such a size. */
const isOwnNetwork = /^(f[cd]|fe80)/i

/**
 * An address or a network, such as 10.0.0.0/8, as it is written without IPv6 around IPv4; null for anything else. Nobody's
 * proxies are half of the internet: whoever is trusted says where a visitor comes from.
 */
export function proxyOf(text: string): string | null {
  const [address = '', length, more] = text.split('/')
  if (isIP(address) === 0 || address.includes('%') || more !== undefined) return null
  const plain = normalAddress(address)
  if (length === undefined) return isAddress(address) ? plain : null
  if (!/^\d{1,3}$/.test(length)) return null
  const isIPv4 = isIP(plain) === 4
  const bits = Number(length) - (isIPv4 && isIP(address) === 6 ? 96 : 0)
  // A network that begins with zeros contains all addresses of IPv4.
  const least = isIPv4 ? 8 : plain.startsWith('::') ? 128 : isOwnNetwork.test(plain) ? 7 : 16
  return bits >= least && bits <= (isIPv4 ? 32 : 128) ? `${plain}/${bits}` : null
}

/** Which proxies' forwarded headers are trusted. */
export function trustedProxies(text: string | undefined): boolean | string[] {
  if (!text || text === 'off' || text === 'false') return false
  if (text === 'on' || text === 'true') return true
  return listed(text).map((one) => proxyOf(one) ?? one)
}
