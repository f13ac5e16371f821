import { isIP } from 'node:net'
import { availableParallelism } from 'node:os'
import { z } from 'zod'
import {
  isAddress,
  isUrl,
  listed,
  normalAddress,
  notBlank,
  onOff,
  onOrOff,
  proxyOf,
  secret,
  strongSecret,
  trustedProxies,
  url,
  wholeNumber,
  withDecodablePassword,
} from './setting-values.ts'

/** A wrong or missing setting; main.ts prints the message and exits. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

/** One that is empty is refused: it was meant to be set. Other empty settings count as left out. */
const secrets = {
  DARAJA_CONSUMER_KEY: secret(),
  DARAJA_CONSUMER_SECRET: secret(),
  DARAJA_PASSKEY: secret(),
  DARAJA_SECURITY_CREDENTIAL: secret(),
  GEMINI_API_KEY: secret(),
  JWT_SECRET: strongSecret(32).optional(),
  METRICS_TOKEN: strongSecret(16)
    .regex(/^(?:\s*|[\x21-\x7e]*)$/, 'must be plain letters, digits and signs without spaces')
    .optional(),
}

const settings = z.object({
  ...secrets,
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .optional(),
  PORT: wholeNumber(0, 65535, 3000, 'a port number'),
  HOST: z
    .string()
    .refine(
      (text) => isIP(text) !== 0 || /^[a-z0-9]([a-z0-9._-]*[a-z0-9])?$/i.test(text),
      'must be an address of this machine without a port, such as 127.0.0.1 or 0.0.0.0',
    )
    .optional(),
  PUBLIC_URL: url('https://rooms.example.co.ke')
    // `url` reports texts that are no address at all.
    .refine(
      (text) => (URL.parse(text)?.pathname ?? '/') === '/',
      'must be an address without a path, such as https://rooms.example.co.ke',
    )
    .optional(),
  DATA_DIR: notBlank('./data').default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host/database' })
    .refine(
      (text) => !isUrl(text) || new URL(text).pathname.length > 1,
      'names no database: it must look like postgres://user@host/database',
    )
    .check(withDecodablePassword)
    .optional(),
  WORKERS: wholeNumber(1, 64, 1, 'auto or a whole number'),
  DEMO: z.enum(['on', 'off', 'public'], 'must be on, off or public').default('on'),
  DARAJA_BASE_URL: url('https://api.safaricom.co.ke').optional(),
  DARAJA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits, such as 600984')
    .optional(),
  DARAJA_INITIATOR: notBlank('apiuser').optional(),
  DARAJA_STATEMENT_NUMBER: z
    .string()
    .regex(/^254[17]\d{8}$/, 'must be a phone number like 254712345678')
    .optional(),
  DARAJA_SIMULATOR_DELAY_MS: wholeNumber(0, 60_000, 3000, 'a number of milliseconds'),
  DARAJA_CALLBACK_IPS: z
    .string()
    .refine(
      (text) => listed(text).length > 0 && listed(text).every(isAddress),
      'must be IP addresses, such as 196.201.214.200,196.201.214.206; leave it out to allow every address',
    )
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) =>
        onOrOff.has(text) ||
        (listed(text).length > 0 && listed(text).every((one) => proxyOf(one) !== null)),
      'must be on, off, or the IP addresses or small networks of your proxies, such as 10.0.0.7 or 10.0.0.0/24',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(
      ['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'],
      'must be trace, debug, info, warn, error, fatal or silent',
    )
    .default('info'),
  THROTTLE: onOff.default('on'),
  STORAGE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must look like https://key:secret@host/bucket?region=eu-west-1',
    })
    .refine((text) => {
      const { username, password, pathname } = URL.parse(text) ?? {}
      return !isUrl(text) || (username && password && /^\/[^/]+\/?$/.test(pathname ?? ''))
    }, 'needs a key, a secret and one bucket: https://key:secret@host/bucket?region=eu-west-1')
    .check(withDecodablePassword)
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .refine(
      (text) => !isUrl(text) || new URL(text).hostname !== '',
      'names no host: it must look like smtp://user:password@host:587',
    )
    .check(withDecodablePassword)
    .optional(),
  MAIL_FROM: z.email('must be an email address, such as bweni@example.co.ke').optional(),
  GEMINI_BASE_URL: url('https://generativelanguage.googleapis.com').optional(),
  GEMINI_MODEL: z
    .string()
    .regex(
      /^[a-z0-9][a-z0-9.-]{0,80}$/,
      'must be the name of a model, such as gemini-flash-lite-latest',
    )
    .default('gemini-flash-lite-latest'),
  GEMINI_QUESTIONS_A_DAY: wholeNumber(1, 1_000_000, 1000),
  GEMINI_PATIENCE_MS: wholeNumber(100, 60_000, 15_000, 'a number of milliseconds'),
})

export interface DarajaSettings {
  baseUrl: string
  consumerKey: string
  consumerSecret: string
  shortcode: string
  passkey: string
  /** May ask for the status of a transaction; null when none is set up. */
  initiator: { name: string; credential: string } | null
  /** The nominated number of the paybill's statement (Pull); null when it is not to be used. */
  statementNumber: string | null
}

export interface GeminiSettings {
  apiKey: string
  /** Null for the service's own address. */
  baseUrl: string | null
  model: string
  /** How many questions of one residence the model answers in a day: each costs money. */
  questionsADay: number
  /** Timeout between two parts of an answer. */
  patienceMs: number
}

export interface Config {
  production: boolean
  /** In tests: zod checks every reply, too. */
  checkReplies: boolean
  /** 0 until the system has chosen one (`takePort`). */
  port: number
  host: string
  publicUrl: string
  /** Cookies go over https only. */
  secureCookies: boolean
  dataDir: string
  databaseUrl: string | null
  /** Processes that share the port. */
  workers: number
  demo: boolean
  daraja: DarajaSettings
  /** Set when the simulator runs in this process. */
  simulator: { delayMs: number } | null
  /** Delay of the first status query after a push. */
  firstQueryMs: number
  callbackIps: string[]
  /** True for one proxy in front, or the addresses of several. */
  trustProxy: boolean | string[]
  logLevel: string
  throttle: boolean
  /** S3-compatible storage; null for a folder below `dataDir`. */
  storageUrl: string | null
  /** Null: e-mails go to the log. */
  smtpUrl: string | null
  /** The sender of all emails, for mail servers that take no other; null sends as the residence's office. */
  mailFrom: string | null
  /** The language model; null without a key. */
  gemini: GeminiSettings | null
  jwtSecret: string | null
  /** Who may read /metrics: whoever sends this token, anybody, or nobody. */
  metrics: { token: string } | 'open' | 'off'
}

/** With PORT=0 the system chooses the port when the server listens: its addresses are known from then on. */
export function takePort(config: Config, port: number) {
  const withPort = (url: string) => url.replace(/:0(?=\/|$)/, `:${port}`)
  config.port = port
  config.publicUrl = withPort(config.publicUrl)
  config.daraja.baseUrl = withPort(config.daraja.baseUrl)
}

/** Whether only this machine can connect to a server there. */
export const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

function initiatorOf(name: string | undefined, credential: string | undefined, pretend: boolean) {
  if (name && credential) return { name, credential }
  return pretend ? { name: 'pretend', credential: 'pretend' } : null
}

const darajaNames = [
  'DARAJA_BASE_URL',
  'DARAJA_CONSUMER_KEY',
  'DARAJA_CONSUMER_SECRET',
  'DARAJA_SHORTCODE',
  'DARAJA_PASSKEY',
] as const

/**
 * Reads every setting (docs/settings.md).
 * @throws {SettingsError} naming each wrong one
 */
export function readConfig(environment: Record<string, string | undefined>): Config {
  const nonEmpty = Object.fromEntries(
    Object.entries(environment).filter(([name, value]) => value !== '' || name in secrets),
  )
  // Any free port, for tests.
  const anyPort = nonEmpty.NODE_ENV === 'test' && nonEmpty.PORT === '0'
  if (anyPort) delete nonEmpty.PORT
  if (nonEmpty.WORKERS === 'auto') nonEmpty.WORKERS = String(availableParallelism())
  const parsed = settings.safeParse(nonEmpty)
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    )
  }
  const env = parsed.data
  const port = anyPort ? 0 : env.PORT
  const production = env.NODE_ENV === 'production'
  const host = env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  const publicUrl = env.PUBLIC_URL
  const wrong: string[] = []

  const missing = darajaNames.filter((name) => !env[name])
  const simulated = missing.length === darajaNames.length
  if (!simulated && missing.length > 0) wrong.push(`${missing.join(', ')} must be set too`)
  if (!env.DARAJA_INITIATOR !== !env.DARAJA_SECURITY_CREDENTIAL) {
    wrong.push('DARAJA_INITIATOR and DARAJA_SECURITY_CREDENTIAL must be set together')
  }
  if (env.WORKERS > 1 && (!env.DATABASE_URL || simulated))
    wrong.push(
      'WORKERS needs DATABASE_URL and the DARAJA_* settings: the embedded database and the pretend M-Pesa are in one process',
    )
  if (production) {
    if (!publicUrl) wrong.push('PUBLIC_URL must be set in production')
    if (simulated) wrong.push('DARAJA_* must be set in production (the pretend M-Pesa is refused)')
    if (env.THROTTLE === 'off') wrong.push('THROTTLE=off is refused in production')
    for (const name of ['PUBLIC_URL', 'DARAJA_BASE_URL', 'GEMINI_BASE_URL'] as const) {
      const { protocol, hostname } = new URL(env[name] ?? 'https://localhost')
      if (protocol === 'http:' && !isLoopback(hostname))
        wrong.push(
          `${name} must begin with https:// in production, since passwords and keys are sent there`,
        )
    }
  }
  const trustProxy = trustedProxies(env.TRUST_PROXY)
  // Behind a proxy on the same machine HOST is a loopback address, too.
  const reachableBy = [
    !isLoopback(host) && `HOST ${host}`,
    publicUrl && !isLoopback(new URL(publicUrl).hostname) && `PUBLIC_URL ${publicUrl}`,
    trustProxy && `TRUST_PROXY ${env.TRUST_PROXY}`,
  ].filter(Boolean)
  if (!production && reachableBy.length > 0) {
    const reachable = reachableBy.join(' and ')
    if (env.DEMO === 'on')
      wrong.push(
        `${reachable} would open the demo to others: its passwords are published, and anyone can read its pretend phones. Set DEMO=public if you want that, or NODE_ENV=production for a real residence.`,
      )
    if (env.DEMO === 'off' && simulated)
      wrong.push(
        `${reachable} would open the pretend M-Pesa to others: anyone could pay rent with pretend money. Set NODE_ENV=production and the DARAJA_* settings for a real residence, or DEMO=public with a database that you can throw away.`,
      )
    if (env.THROTTLE === 'off')
      wrong.push(
        `${reachable} would let others guess passwords as often as they like: leave out THROTTLE=off, which is for load tests on this machine.`,
      )
  }
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))

  return {
    production,
    checkReplies: env.NODE_ENV === 'test',
    port,
    host,
    publicUrl: publicUrl ?? `http://localhost:${port}`,
    secureCookies: production || publicUrl?.startsWith('https:') === true,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    workers: env.WORKERS,
    demo: env.DEMO !== 'off' && !production,
    daraja: {
      baseUrl: env.DARAJA_BASE_URL ?? `http://127.0.0.1:${port}/pretend-daraja`,
      consumerKey: env.DARAJA_CONSUMER_KEY ?? 'pretend-key',
      consumerSecret: env.DARAJA_CONSUMER_SECRET ?? 'pretend-secret',
      shortcode: env.DARAJA_SHORTCODE ?? '174379',
      passkey: env.DARAJA_PASSKEY ?? 'pretend-passkey',
      initiator: initiatorOf(env.DARAJA_INITIATOR, env.DARAJA_SECURITY_CREDENTIAL, simulated),
      statementNumber: env.DARAJA_STATEMENT_NUMBER ?? (simulated ? '254700000000' : null),
    },
    simulator: simulated ? { delayMs: env.DARAJA_SIMULATOR_DELAY_MS } : null,
    // The simulator is fast: twice the time that its customers take.
    firstQueryMs: simulated ? Math.min(2 * env.DARAJA_SIMULATOR_DELAY_MS, 10_000) : 10_000,
    callbackIps: listed(env.DARAJA_CALLBACK_IPS ?? '').map(normalAddress),
    trustProxy,
    logLevel: env.LOG_LEVEL,
    throttle: env.THROTTLE === 'on',
    storageUrl: env.STORAGE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    mailFrom: env.MAIL_FROM ?? null,
    gemini: env.GEMINI_API_KEY
      ? {
          apiKey: env.GEMINI_API_KEY,
          baseUrl: env.GEMINI_BASE_URL ?? null,
          model: env.GEMINI_MODEL,
          questionsADay: env.GEMINI_QUESTIONS_A_DAY,
          patienceMs: env.GEMINI_PATIENCE_MS,
        }
      : null,
    jwtSecret: env.JWT_SECRET ?? null,
    metrics: env.METRICS_TOKEN
      ? { token: env.METRICS_TOKEN }
      : !production && reachableBy.length === 0
        ? 'open'
        : 'off',
  }
}
