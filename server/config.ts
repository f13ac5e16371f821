import { isIP } from 'node:net'
import { z } from 'zod'

/** A wrong or missing setting; main.ts prints the message and exits. */
export class SettingsError extends Error {
  override name = 'SettingsError'
}

const url = (what: string) =>
  z.url({ protocol: /^https?$/, error: `must be an address such as ${what}` })
const listed = (text: string) => text.split(/[\s,]+/).filter(Boolean)
const onOrOff = new Set(['on', 'off', 'true', 'false'])
const onOff = z.enum(['on', 'off'], 'must be on or off')

const secret = (least = 1) =>
  z
    .string()
    .refine((text) => text.trim().length >= least, {
      error: ({ input }) =>
        String(input).trim() === ''
          ? 'is blank: set it, or leave it out'
          : `must have at least ${least} characters`,
    })
    .optional()

/** One that is empty is refused: it was meant to be set. Other empty settings count as left out. */
const secrets = {
  DARAJA_CONSUMER_KEY: secret(),
  DARAJA_CONSUMER_SECRET: secret(),
  DARAJA_PASSKEY: secret(),
  DARAJA_SECURITY_CREDENTIAL: secret(),
  GEMINI_API_KEY: secret(),
  JWT_SECRET: secret(32),
  METRICS_TOKEN: secret(16),
}

const settings = z.object({
  ...secrets,
  NODE_ENV: z
    .enum(['production', 'development', 'test'], 'must be production, development or test')
    .optional(),
  PORT: z.coerce.number('must be a port number').int().min(1).max(65535).default(3000),
  HOST: z.string().optional(),
  PUBLIC_URL: url('https://rooms.example.co.ke')
    // What is no address at all is reported by `url`.
    .refine(
      (text) => (URL.parse(text)?.pathname ?? '/') === '/',
      'must be an address without a path',
    )
    .optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: z
    .url({ protocol: /^postgres(ql)?$/, error: 'must look like postgres://user@host/database' })
    .optional(),
  DEMO: z.enum(['on', 'off', 'public'], 'must be on, off or public').default('on'),
  DARAJA_BASE_URL: url('https://api.safaricom.co.ke').optional(),
  DARAJA_SHORTCODE: z
    .string()
    .regex(/^\d{5,7}$/, 'must be 5 to 7 digits')
    .optional(),
  DARAJA_INITIATOR: z.string().optional(),
  DARAJA_STATEMENT_NUMBER: z
    .string()
    .regex(/^254[17]\d{8}$/, 'must be a phone number like 254712345678')
    .optional(),
  DARAJA_SIMULATOR_DELAY_MS: z.coerce
    .number('must be a number of milliseconds')
    .int()
    .min(0)
    .max(60_000)
    .default(3000),
  DARAJA_CALLBACK_IPS: z
    .string()
    .refine((text) => listed(text).every((one) => isIP(one) !== 0), 'must be IP addresses')
    .optional(),
  TRUST_PROXY: z
    .string()
    .refine(
      (text) =>
        onOrOff.has(text) || listed(text).every((one) => isIP(one.split('/')[0] ?? '') !== 0),
      'must be on, off, or the IP addresses of your proxies',
    )
    .optional(),
  LOG_LEVEL: z
    .enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent'], 'isn’t a valid log level')
    .default('info'),
  THROTTLE: onOff.default('on'),
  STORAGE_URL: z
    .url({
      protocol: /^https?$/,
      error: 'must look like https://key:secret@host/bucket?region=eu-west-1',
    })
    .optional(),
  SMTP_URL: z
    .url({ protocol: /^smtps?$/, error: 'must look like smtp://user:password@host:587' })
    .optional(),
  GEMINI_BASE_URL: url('https://generativelanguage.googleapis.com').optional(),
  GEMINI_MODEL: z
    .string()
    .regex(/^[a-z0-9][a-z0-9.-]{0,80}$/, 'isn’t a valid model name')
    .default('gemini-flash-lite-latest'),
  GEMINI_PATIENCE_MS: z.coerce
    .number('must be a number of milliseconds')
    .int()
    .min(100)
    .max(60_000)
    .default(15_000),
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
  /** Timeout between two parts of an answer. */
  patienceMs: number
}

export interface Config {
  production: boolean
  port: number
  host: string
  publicUrl: string
  /** Cookies go over https only. */
  secureCookies: boolean
  dataDir: string
  databaseUrl: string | null
  demo: boolean
  daraja: DarajaSettings
  /** Set when the simulator runs in this process. */
  simulator: { delayMs: number } | null
  /** Delay of the first status query after a push. */
  firstQueryMs: number
  callbackIps: string[]
  /** True for one proxy in front, or the addresses of several. */
  trustProxy: boolean | string
  logLevel: string
  throttle: boolean
  /** S3-compatible storage; null for a folder below `dataDir`. */
  storageUrl: string | null
  /** Null: e-mails go to the log. */
  smtpUrl: string | null
  /** The language model; null without a key. */
  gemini: GeminiSettings | null
  jwtSecret: string | null
  /** Who may read /metrics: whoever sends this token, anybody, or nobody. */
  metrics: { token: string } | 'open' | 'off'
}

/** Whether only this machine can connect to a server there. */
const isLoopback = (host: string) => /^(localhost|127(\.\d+){3}|\[?::1\]?)$/i.test(host)

/** Which proxies' forwarded headers are trusted. */
function trustedProxies(text: string | undefined): boolean | string {
  if (!text || text === 'off' || text === 'false') return false
  return text === 'on' || text === 'true' ? true : text
}

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
  const parsed = settings.safeParse(nonEmpty)
  if (!parsed.success) {
    throw new SettingsError(
      parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`).join('\n'),
    )
  }
  const env = parsed.data
  const production = env.NODE_ENV === 'production'
  const host = env.HOST ?? (production ? '0.0.0.0' : '127.0.0.1')
  const publicUrl = env.PUBLIC_URL?.replace(/\/+$/, '')
  const wrong: string[] = []

  const missing = darajaNames.filter((name) => !env[name])
  const simulated = missing.length === darajaNames.length
  if (!simulated && missing.length > 0) wrong.push(`${missing.join(', ')} must be set too`)
  if (!env.DARAJA_INITIATOR !== !env.DARAJA_SECURITY_CREDENTIAL) {
    wrong.push('DARAJA_INITIATOR and DARAJA_SECURITY_CREDENTIAL must be set together')
  }
  if (production) {
    if (!publicUrl) wrong.push('PUBLIC_URL must be set in production')
    if (simulated) wrong.push('DARAJA_* must be set in production (the pretend M-Pesa is refused)')
    if (env.THROTTLE === 'off') wrong.push('THROTTLE=off is refused in production')
  }
  const trustProxy = trustedProxies(env.TRUST_PROXY)
  // Behind a proxy on the same machine HOST is a loopback address, too.
  const reachableBy = [
    !isLoopback(host) && `HOST ${host}`,
    publicUrl && !isLoopback(new URL(publicUrl).hostname) && `PUBLIC_URL ${publicUrl}`,
    trustProxy && `TRUST_PROXY ${env.TRUST_PROXY}`,
  ].filter(Boolean)
  if (env.DEMO === 'on' && !production && reachableBy.length > 0) {
    wrong.push(
      `${reachableBy.join(' and ')} would open the demo to others: its passwords are published, and its pretend phones can be read by everybody. Set DEMO=public if you want that, DEMO=off for an empty database, or NODE_ENV=production for a real residence.`,
    )
  }
  if (wrong.length > 0) throw new SettingsError(wrong.join('\n'))

  return {
    production,
    port: env.PORT,
    host,
    publicUrl: publicUrl ?? `http://localhost:${env.PORT}`,
    secureCookies: production || publicUrl?.startsWith('https:') === true,
    dataDir: env.DATA_DIR,
    databaseUrl: env.DATABASE_URL ?? null,
    demo: env.DEMO !== 'off' && !production,
    daraja: {
      baseUrl:
        env.DARAJA_BASE_URL?.replace(/\/+$/, '') ?? `http://127.0.0.1:${env.PORT}/pretend-daraja`,
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
    callbackIps: listed(env.DARAJA_CALLBACK_IPS ?? ''),
    trustProxy,
    logLevel: env.LOG_LEVEL,
    throttle: env.THROTTLE === 'on',
    storageUrl: env.STORAGE_URL ?? null,
    smtpUrl: env.SMTP_URL ?? null,
    gemini: env.GEMINI_API_KEY
      ? {
          apiKey: env.GEMINI_API_KEY,
          baseUrl: env.GEMINI_BASE_URL?.replace(/\/+$/, '') ?? null,
          model: env.GEMINI_MODEL,
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
