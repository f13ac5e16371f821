import { expect, test } from 'vitest'
import { readConfig, SettingsError } from './config.ts'

/** server/process.test.ts shows that a message ends the process without a stack. */
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
  ['are off where others can connect', { HOST: '0.0.0.0', DEMO: 'off' }, 'off'],
  ['are off behind a proxy', { TRUST_PROXY: 'on', DEMO: 'off' }, 'off'],
  [
    'need their token where one is set',
    { METRICS_TOKEN: 'm'.repeat(16) },
    { token: 'm'.repeat(16) },
  ],
])('the metrics %s', (_, settings, metrics) => {
  expect(readConfig(settings).metrics).toEqual(metrics)
})
