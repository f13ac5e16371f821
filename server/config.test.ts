import { expect, test } from 'vitest'
import { readConfig, SettingsError } from './config.ts'

const daraja = {
  DARAJA_BASE_URL: 'https://api.safaricom.co.ke',
  DARAJA_CONSUMER_KEY: 'key',
  DARAJA_CONSUMER_SECRET: 'secret',
  DARAJA_SHORTCODE: '600984',
  DARAJA_PASSKEY: 'passkey',
}
const production = {
  ...daraja,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://rooms.example.co.ke',
}

/** server/process.long.test.ts shows that a message ends the process without a stack. */
test.each<[string, Record<string, string>, string]>([
  ['a port that is none', { PORT: 'abc' }, 'PORT must be a port number'],
  ['a switch that is neither', { DEMO: 'maybe' }, 'DEMO must be on, off or public'],
  [
    'a database that is none',
    { DATABASE_URL: 'mysql://x' },
    'DATABASE_URL must look like postgres://',
  ],
  ['half of Daraja', { DARAJA_SHORTCODE: '600984' }, 'DARAJA_PASSKEY must be set too'],
  ['a proxy that is no address', { TRUST_PROXY: 'maybe' }, 'TRUST_PROXY must be on, off, or'],
  ['callback addresses that are none', { DARAJA_CALLBACK_IPS: 'nonsense' }, 'must be IP addresses'],
  [
    'a public address with a path',
    { PUBLIC_URL: 'http://localhost:1/x' },
    'must be an address without a path',
  ],
  [
    'a public address without its protocol',
    { PUBLIC_URL: 'bweni.example', PORT: 'abc' },
    'PUBLIC_URL must be an address such as https://rooms.example.co.ke',
  ],
  ['a demo that others can reach', { HOST: '0.0.0.0' }, 'Set DEMO=public if you want that'],
  [
    'a demo behind a proxy of this machine',
    { PUBLIC_URL: 'https://rooms.example', TRUST_PROXY: '127.0.0.1' },
    'PUBLIC_URL https://rooms.example and TRUST_PROXY 127.0.0.1 would open the demo to others',
  ],
  ['a demo at a public address', { PUBLIC_URL: 'https://rooms.example' }, 'Set DEMO=public'],
  ['a demo behind a proxy', { TRUST_PROXY: 'on' }, 'TRUST_PROXY on would open the demo'],
  [
    'a misspelt production',
    { NODE_ENV: 'Production' },
    'NODE_ENV must be production, development or test',
  ],
  ['an empty secret', { JWT_SECRET: '' }, 'JWT_SECRET is blank: set it, or leave it out'],
  ['a secret of spaces', { JWT_SECRET: ' '.repeat(40) }, 'JWT_SECRET is blank'],
  ['a padded short secret', { JWT_SECRET: 'short'.padEnd(40) }, 'JWT_SECRET must have at least 32'],
  ['an empty passkey', { DARAJA_PASSKEY: ' ' }, 'DARAJA_PASSKEY is blank'],
  ['an empty key of the model', { GEMINI_API_KEY: '' }, 'GEMINI_API_KEY is blank'],
  [
    'a token that is easily guessed',
    { METRICS_TOKEN: 'short' },
    'METRICS_TOKEN must have at least',
  ],
  ['a short secret', { JWT_SECRET: 'short' }, 'JWT_SECRET must have at least 32 characters'],
  [
    'production without settings',
    { NODE_ENV: 'production' },
    'PUBLIC_URL must be set in production',
  ],
  [
    'production with the pretend M-Pesa',
    { NODE_ENV: 'production', PUBLIC_URL: 'https://x.example' },
    'the pretend M-Pesa is refused',
  ],
  [
    'the pretend M-Pesa without the demo, open to others',
    { HOST: '0.0.0.0', DEMO: 'off' },
    'HOST 0.0.0.0 would open the pretend M-Pesa to others',
  ],
  [
    'the same behind a proxy',
    { TRUST_PROXY: 'on', DEMO: 'off' },
    'TRUST_PROXY on would open the pretend M-Pesa',
  ],
  [
    'no throttle where others can connect',
    { HOST: '0.0.0.0', DEMO: 'public', THROTTLE: 'off' },
    'HOST 0.0.0.0 would let others guess passwords as often as they like',
  ],
  [
    'no throttle at a public address with the real M-Pesa',
    { ...daraja, PUBLIC_URL: 'https://rooms.example', DEMO: 'off', THROTTLE: 'off' },
    'leave out THROTTLE=off',
  ],
])('%s is named in plain words', (_, settings, words) => {
  const read = () => readConfig(settings)
  expect(read).toThrow(SettingsError)
  expect(read).toThrow(words)
})

test.each<[string, Record<string, string>]>([
  ['on this machine', { HOST: '::1' }],
  ['on this machine by its address', { PUBLIC_URL: 'http://localhost:3000', TRUST_PROXY: 'off' }],
  ['for everybody', { HOST: '0.0.0.0', DEMO: 'public' }],
  ['for everybody behind a proxy', { PUBLIC_URL: 'https://rooms.example', DEMO: 'public' }],
])('the demo may be opened %s', (_, settings) => {
  expect(readConfig(settings).demo).toBe(true)
})

test.each<[string, Record<string, string>, unknown]>([
  ['are open on this machine', {}, 'open'],
  ['are off where others can connect', { HOST: '0.0.0.0', DEMO: 'public' }, 'off'],
  ['are off behind a proxy', { TRUST_PROXY: 'on', DEMO: 'public' }, 'off'],
  [
    'need their token where one is set',
    { METRICS_TOKEN: 'Qm3vT8zr1kLw9pXy' },
    { token: 'Qm3vT8zr1kLw9pXy' },
  ],
])('the metrics %s', (_, settings, metrics) => {
  expect(readConfig(settings).metrics).toEqual(metrics)
})

/** Each setting, what is wrong with each value, and words of an example or a remedy. */
test.each<[string, string[], string, Record<string, string>?]>([
  ['WORKERS', ['0', '65', '1.5', 'all', ' ', '-2'], 'auto or a whole number from 1 to 64'],
  ['WORKERS', ['2'], 'needs DATABASE_URL and the DARAJA_'],
  ['WORKERS', ['2'], 'needs DATABASE_URL', daraja],
  ['PORT', ['0', '65536', '-1', '3e3', '0x10', ' ', '80.5', '3000 '], 'such as 3000'],
  ['HOST', ['127.0.0.1:3000', 'http://localhost', '[::1]', ' '], 'such as 127.0.0.1'],
  [
    'PUBLIC_URL',
    [
      'https://rooms.example/?next=x',
      'https://rooms.example?',
      'https://rooms.example/#top',
      'https://grace:word@rooms.example',
      'https://rooms.example/bweni',
      'ftp://rooms.example',
    ],
    'https://rooms.example.co.ke',
    { DEMO: 'public' },
  ],
  ['PUBLIC_URL', ['http://rooms.example'], 'must begin with https://', production],
  ['DATA_DIR', [' '], './data'],
  ['DATABASE_URL', ['postgres://host', 'postgres://host/', 'host/db'], 'postgres://user@host/data'],
  ['DATABASE_URL', ['postgres://user:100%@host/db'], 'write it as %25'],
  ['DEMO', ['yes', 'OFF', ' '], 'must be on, off or public'],
  ['DARAJA_BASE_URL', ['api.safaricom.co.ke', 'https://x.example/?a=b'], 'https://api.saf', daraja],
  ['DARAJA_BASE_URL', ['http://api.safaricom.co.ke'], 'must begin with https://', production],
  ['DARAJA_CONSUMER_KEY', ['your_consumer_key'], 'is only a placeholder', daraja],
  ['DARAJA_CONSUMER_SECRET', ['CHANGE-ME'], 'is only a placeholder', daraja],
  ['DARAJA_PASSKEY', ['abc ', '\nabc', 'ab c'], 'copy it again', daraja],
  ['DARAJA_SHORTCODE', ['1234', '12345678', '60098a', ' 600984'], 'such as 600984', daraja],
  ['DARAJA_INITIATOR', [' '], 'apiuser', { DARAJA_SECURITY_CREDENTIAL: 'abc' }],
  ['DARAJA_SECURITY_CREDENTIAL', ['abc'], 'must be set together'],
  ['DARAJA_STATEMENT_NUMBER', ['0712345678', '+254712345678'], 'like 254712345678'],
  ['DARAJA_SIMULATOR_DELAY_MS', [' ', '-1', '60001', '1e3', 'soon'], 'such as 3000'],
  [
    'DARAJA_CALLBACK_IPS',
    [
      ' ,',
      ',',
      '196.201.214.0/24',
      '196.201.214',
      '0.0.0.0',
      '::',
      '196.201.214.200;196.201.214.206',
    ],
    'such as 196.201.214.200,196.201.214.206',
  ],
  [
    'TRUST_PROXY',
    [
      ' ,',
      '0.0.0.0/0',
      '::/0',
      '0.0.0.0/1,128.0.0.0/1',
      '10.0.0.0/33',
      '10.0.0.0/x',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      '0.0.0.0',
      '1',
      'on,10.0.0.1',
      '2001:db8::/129',
    ],
    'such as 10.0.0.7 or 10.0.0.0/24',
    { DEMO: 'public' },
  ],
  ['GEMINI_API_KEY', ['your-api-key'], 'is only a placeholder'],
  ['GEMINI_API_KEY', ['schlüssel', 'abc '], 'copy it again'],
  ['GEMINI_MODEL', ['models/gemini', 'Gemini', ' '], 'such as gemini-flash-lite-latest'],
  ['GEMINI_BASE_URL', ['https://x.example/?key=1', 'x'], 'https://generativelanguage'],
  ['GEMINI_BASE_URL', ['http://x.example'], 'must begin with https://', production],
  ['GEMINI_PATIENCE_MS', ['99', '60001', ' ', '1e4'], 'such as 15000'],
  [
    'SMTP_URL',
    ['smtp://', 'mail.example:587', 'http://mail.example'],
    'smtp://user:password@host:587',
  ],
  ['SMTP_URL', ['smtp://user:50%off@mail.example'], 'write it as %25'],
  ['LOG_LEVEL', ['loud', 'INFO'], 'must be trace, debug, info'],
  [
    'STORAGE_URL',
    [
      'https://key:secret@host',
      'https://host/bucket',
      'https://key@host/bucket',
      's3://bucket',
      'https://key:secret@host/bucket/folder',
    ],
    'https://key:secret@host/bucket?region=eu-west-1',
  ],
  ['STORAGE_URL', ['https://key:50%@host/bucket'], 'write it as %25'],
  ['THROTTLE', ['no', ' '], 'must be on or off'],
  [
    'JWT_SECRET',
    [
      'change-me-change-me-change-me-change-me',
      'a'.repeat(64),
      '0123'.repeat(10),
      'short',
      'your-256-bit-secret-your-256-bit-secret',
      'please_replace_me_with_something_long',
    ],
    'make one with: openssl rand -hex 32',
  ],
  ['METRICS_TOKEN', ['changeme-changeme', 'm'.repeat(16)], 'make one with: openssl rand -hex 32'],
  ['METRICS_TOKEN', ['a token with spaces', 'Qm3vT8zr1kLw9pXy '], 'without spaces'],
])(
  'a wrong %s (%j) is refused with its name and an example',
  (name, values, words, others = {}) => {
    for (const value of values) {
      const read = () => readConfig({ ...others, [name]: value })
      expect(read, value).toThrow(SettingsError)
      expect(read, value).toThrow(
        new RegExp(`^.*\\b${name}\\b.*${words.replace(/[.?+]/g, '\\$&')}`, 'm'),
      )
    }
  },
)

test('settings that are right are taken as they are meant', () => {
  const config = readConfig({
    ...production,
    PORT: '8080',
    TRUST_PROXY: '10.0.0.7 10.1.0.0/16, fc00::/7',
    DARAJA_CALLBACK_IPS: '196.201.214.200, 2001:DB8:0::1\n::ffff:196.201.214.206',
    JWT_SECRET: 'a secret that both nodes know, long enough',
    STORAGE_URL: 'https://key:a%2Fb@host/bucket/',
    SMTP_URL: 'smtp://mail.example',
    DATABASE_URL: 'postgres:///bweni?host=/run/postgresql',
  })
  expect(config).toMatchObject({
    port: 8080,
    trustProxy: ['10.0.0.7', '10.1.0.0/16', 'fc00::/7'],
    callbackIps: ['196.201.214.200', '2001:db8::1', '196.201.214.206'],
  })
  expect(readConfig({ ...daraja, HOST: '0.0.0.0', DEMO: 'off' }).simulator).toBeNull()
  expect(readConfig({ DEMO: 'off', THROTTLE: 'off' })).toMatchObject({ throttle: false })
  // A production server behind a proxy on its own machine.
  expect(readConfig({ ...production, PUBLIC_URL: 'http://localhost:3000' }).production).toBe(true)
})
