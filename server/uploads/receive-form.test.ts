import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ErrorBody } from '#contract/error.ts'
import { startFormServer, tryForm } from '../testing/form-server.ts'
import { type Caller, callerOf } from '../testing/server.ts'

const dataDir = mkdtempSync(join(tmpdir(), 'bweni-forms-'))
const uploading = () => readdirSync(join(dataDir, 'uploading'))
let server: Awaited<ReturnType<typeof startFormServer>>
let caller: Caller

beforeAll(async () => {
  server = await startFormServer(dataDir)
  caller = callerOf(server.url)
})
afterAll(async () => {
  await server.close()
  rmSync(dataDir, { recursive: true, force: true })
})

const blob = (bytes: number) => new Blob([Buffer.alloc(bytes, 'x')])

/** Sends any body as a form. */
async function post(body: FormData | string, type?: string) {
  const response = await caller.fetch('/api/form/', {
    method: 'POST',
    body,
    ...(type && { headers: { 'content-type': type } }),
  })
  return { status: response.status, body: (await response.json()) as ErrorBody }
}

function formWith(...entries: [string, string | Blob][]): FormData {
  const form = new FormData()
  for (const [name, value] of entries) form.append(name, value as string)
  return form
}

test('fields and images arrive, and the images are gone after the answer', async () => {
  const { status, body } = await caller.call(tryForm, {
    body: { note: ' hello ' },
    files: { photo: blob(70_000), id_photo: blob(3) },
  })
  expect(status).toBe(200)
  expect(body.note).toBe('hello')
  expect(body.files.map(({ field, bytes }) => [field, bytes])).toEqual([
    ['photo', 70_000],
    ['id_photo', 3],
  ])
  for (const { path } of body.files) {
    expect(path.startsWith(join(dataDir, 'uploading'))).toBe(true)
    expect(existsSync(path)).toBe(false)
  }
})

test.each([
  ['no field at all', () => new FormData()],
  ['JSON', () => '{}'],
  // As a browser sends a file field in which nothing was chosen.
  ['a file without name and content', () => formWith(['photo', new File([], '')])],
  ['a file that the endpoint does not name', () => formWith(['evil', blob(200_000)])],
  ['text where a file belongs', () => formWith(['photo', 'not a file'])],
  [
    'fields that the endpoint does not name',
    () => formWith(['colour', 'blue'], ['is_staff', 'true']),
  ],
])('%s is a form without images', async (_, make) => {
  const body = make()
  const answer = await post(body, typeof body === 'string' ? 'application/json' : undefined)
  expect(answer).toEqual({ status: 200, body: { note: null, files: [] } })
})

test('of two files for one field the first counts', async () => {
  const answer = await post(formWith(['photo', blob(5)], ['photo', blob(7)]))
  expect(answer.body).toMatchObject({ files: [{ field: 'photo', bytes: 5 }] })
})

test('a bad field is named, and the images are gone', async () => {
  const answer = await post(formWith(['note', 'x'.repeat(30)], ['photo', blob(1000)]))
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toEqual({ note: 'At most 20 characters.' })
  expect(uploading()).toEqual([])
})

test('11 MB: the message is at that field alone', async () => {
  const answer = await post(
    formWith(['id_photo', blob(1000)], ['photo', blob(11 * 1024 * 1024)], ['note', 'x']),
  )
  expect(answer.status).toBe(413)
  const message = 'This picture is larger than 10 MB. Please choose a smaller one.'
  expect(answer.body).toEqual({ message, code: 'too_large', fields: { photo: message } })
  expect(uploading()).toEqual([])
})

test('a much too long form is refused before it is read', async () => {
  const answer = await exchange(head('multipart/form-data; boundary=b', 60 * 1024 * 1024))
  expect(answer).toContain('HTTP/1.1 413')
  expect(answer).toContain('"code":"too_large"')
})

const hundred = () =>
  formWith(...Array.from({ length: 100 }, (_, at): [string, string] => [`field${at}`, 'x']))

test.each([
  ['100 fields', hundred, undefined, 'malformed'],
  ['a field of 20 kB', () => formWith(['note', 'x'.repeat(20_000)]), undefined, 'invalid'],
  ['a boundary that never comes', () => 'Good morning', 'b', 'malformed'],
  ['no boundary', () => '--b\r\n\r\nx\r\n--b--', '', 'malformed'],
  [
    'an end in the middle of a file',
    () => '--b\r\ncontent-disposition: form-data; name="photo"; filename="x"\r\n\r\nhalf',
    'b',
    'malformed',
  ],
  [
    'a name that means something to the language',
    () => formWith(['__proto__', 'x']),
    undefined,
    'malformed',
  ],
])('%s: a clear answer', async (_, make, boundary, code) => {
  const type = boundary && `multipart/form-data; boundary=${boundary}`
  const answer = await post(make(), boundary === '' ? 'multipart/form-data' : type)
  expect(answer.status).toBe(400)
  expect(answer.body).toMatchObject({ code, message: expect.stringMatching(/\S/) })
  expect(uploading()).toEqual([])
})

test('an endpoint for JSON accepts no form', async () => {
  const response = await caller.fetch('/api/memory/', { method: 'POST', body: new FormData() })
  expect(response.status).toBe(415)
  expect(await response.json()).toMatchObject({ code: 'unsupported_media_type' })
})

const head = (type: string, length: number) =>
  `POST /api/form/ HTTP/1.1\r\nhost: x\r\ncontent-type: ${type}\r\ncontent-length: ${length}\r\n\r\n`

function open() {
  const { port, hostname } = new URL(server.url)
  return connect(Number(port), hostname)
}

/** The server's reply to an incomplete request. */
function exchange(request: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = open().on('error', reject)
    let text = ''
    socket.on('data', (chunk) => {
      text += chunk
      if (!text.includes('}')) return
      socket.destroy()
      resolve(text)
    })
    socket.write(request)
  })
}

describe('a form of unknown length, as some proxies send it', () => {
  const start = (name: string) =>
    `--b\r\ncontent-disposition: form-data; name="${name}"; filename="x"\r\n\r\n`

  /** Sends it in chunks; `end: false` leaves it open, as a sender who never stops. */
  function sendChunks(text: string, { end = true } = {}) {
    const body = new ReadableStream<Uint8Array>({
      start(controller) {
        const bytes = new TextEncoder().encode(text)
        for (let at = 0; at < bytes.length; at += 60_000) {
          controller.enqueue(bytes.subarray(at, at + 60_000))
        }
        if (end) controller.close()
      },
    })
    const headers = { 'content-type': 'multipart/form-data; boundary=b' }
    // Without `duplex`, which the types don't have, Node sends no stream.
    const init = { method: 'POST', headers, body, duplex: 'half' }
    return fetch(`${server.url}/api/form/`, init)
  }

  test('is taken', async () => {
    const answer = await sendChunks(`${start('photo')}${'x'.repeat(300_000)}\r\n--b--\r\n`)
    expect(answer.status).toBe(200)
    expect(uploading()).toEqual([])
  })

  test('a picture without an end is refused as soon as it is too large', async () => {
    const answer = await sendChunks(start('photo') + 'x'.repeat(11_000_000), { end: false })
    expect(answer.status).toBe(413)
    expect(await answer.json()).toMatchObject({ fields: { photo: expect.any(String) } })
    await expect.poll(uploading).toEqual([])
  })

  test('files that nobody asked for count, too', async () => {
    const junk = `${start('junk')}${'x'.repeat(9_000_000)}\r\n`
    const answer = await sendChunks(junk.repeat(6), { end: false })
    expect(answer.status).toBe(413)
    expect(uploading()).toEqual([])
  })
})

test('an upload that breaks off leaves nothing behind', async () => {
  const socket = open()
  const part = '--b\r\ncontent-disposition: form-data; name="photo"; filename="x"\r\n\r\n'
  socket.write(head('multipart/form-data; boundary=b', 500_000) + part + 'x'.repeat(100_000))
  await expect.poll(uploading).toHaveLength(1)
  socket.destroy()
  await expect.poll(uploading).toEqual([])
})

test('uploads that a killed server was receiving are removed at the next start', async () => {
  writeFileSync(join(dataDir, 'uploading', 'leftover'), 'x')
  await server.close()
  server = await startFormServer(dataDir)
  caller = callerOf(server.url)
  expect(uploading()).toEqual([])
})

test('forms whose length is announced but that are never sent do not block others', async () => {
  const { hostname, port } = new URL(server.url)
  const before = server.requests()
  const silent = Array.from({ length: 45 }, () => {
    const socket = connect(Number(port), hostname)
    socket.on('error', () => {})
    socket.write(
      `POST /api/form/ HTTP/1.1\r\nhost: x\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: ${50 * 1024 * 1024}\r\n\r\n`,
    )
    return socket
  })
  await expect.poll(server.requests, { timeout: 20_000 }).toBe(before + silent.length)
  const answer = await post(formWith(['photo', blob(5)]))
  for (const socket of silent) socket.destroy()
  expect(answer.status).toBe(200)
})
