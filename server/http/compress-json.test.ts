import { request } from 'node:http'
import { brotliDecompressSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { endServer, startServer, type TestServer } from '../testing/server.ts'

let server: TestServer
beforeAll(async () => {
  server = await startServer()
})
afterAll(() => endServer(server))

/** The raw body: fetch would decompress it. */
const get = (path: string, accepted: string) =>
  new Promise<{ encoding: string | undefined; vary: string | undefined; body: Buffer }>(
    (resolve, reject) => {
      const call = request(server.url + path, { headers: { 'accept-encoding': accepted } })
      call.on('error', reject).on('response', async (response) => {
        const parts: Buffer[] = []
        for await (const part of response) parts.push(part)
        const { vary, 'content-encoding': encoding } = response.headers
        resolve({ encoding, vary, body: Buffer.concat(parts) })
      })
      call.end()
    },
  )
const large = '/api/openapi.json'
const small = '/api/onboard/api/acacia-court/'

test.each(['br', 'BR', 'gzip, deflate, br', 'gzip;q=0.5,br;q=1'])(
  'compressed for Accept-Encoding %s',
  async (accepted) => {
    const plain = await get(small, accepted)
    expect(plain.encoding).toBeUndefined()
    const { encoding, vary, body } = await get(large, accepted)
    expect([encoding, vary]).toEqual(['br', 'accept-encoding'])
    expect(JSON.parse(brotliDecompressSync(body).toString())).toHaveProperty('openapi')
  },
)

test.each(['identity', 'br;q=0', 'br;Q=0', 'br;q=0.0, identity', 'brx'])(
  'not compressed for Accept-Encoding %s',
  async (accepted) => {
    const { encoding, body } = await get(large, accepted)
    expect(encoding).toBeUndefined()
    expect(JSON.parse(body.toString())).toHaveProperty('openapi')
  },
)
