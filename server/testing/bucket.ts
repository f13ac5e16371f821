import { createHash, createHmac } from 'node:crypto'
import { once } from 'node:events'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { equalInConstantTime } from '../equal-in-constant-time.ts'

const key = 'pretend-key'
const secret = 'pretend-secret'
const region = 'eu-west-1'
const NAME = 'pictures'
/** Small, so that lists have several pages. */
const PAGE = 2

interface Stored {
  bytes: Buffer
  type: string
  at: Date
}

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest('hex')
const escaped = (text: string) =>
  encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16)}`)
const xml = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`)

/** Whether a request is signed with our key, as “AWS Signature Version 4” says. */
function isSigned({ method, headers }: IncomingMessage, url: URL, body: Buffer): boolean {
  const [, credential = '', signed = '', signature = ''] =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), SignedHeaders=([^,]+), Signature=(\w+)$/.exec(
      headers.authorization ?? '',
    ) ?? []
  const [id, ...scope] = credential.split('/')
  const [date = '', where, service] = scope
  if (id !== key || where !== region || service !== 's3') return false
  const hash = String(headers['x-amz-content-sha256'])
  if (hash !== 'UNSIGNED-PAYLOAD' && hash !== sha256(body)) return false
  const query = [...url.searchParams]
    .map(([name, value]) => `${escaped(name)}=${escaped(value)}`)
    .sort()
    .join('&')
  const lines = signed.split(';').map((name) => `${name}:${String(headers[name]).trim()}\n`)
  const canonical = [method, url.pathname, query, lines.join(''), signed, hash].join('\n')
  const text = ['AWS4-HMAC-SHA256', headers['x-amz-date'], scope.join('/'), sha256(canonical)]
  const signing = [date, region, 's3', 'aws4_request'].reduce<Buffer>(
    (made, part) => hmac(made, part),
    Buffer.from(`AWS4${secret}`),
  )
  return equalInConstantTime(signature, hmac(signing, text.join('\n')).toString('hex'))
}

const refuse = (reply: ServerResponse, status: number, code: string) =>
  reply
    .writeHead(status, { 'content-type': 'application/xml' })
    .end(`<?xml version="1.0"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`)

function list(reply: ServerResponse, objects: ReadonlyMap<string, Stored>, query: URLSearchParams) {
  const after = query.get('continuation-token') ?? ''
  const left = [...objects.keys()]
    .filter((name) => name.startsWith(query.get('prefix') ?? '') && name > after)
    .sort()
  const page = left.slice(0, PAGE)
  const rows = page.map((name) => {
    const { bytes, at } = objects.get(name) as Stored
    return `<Contents><Key>${xml(name)}</Key><LastModified>${at.toISOString()}</LastModified>
      <Size>${bytes.length}</Size><ETag>"${sha256(bytes)}"</ETag></Contents>`
  })
  const more = left.length > page.length
  const next = more
    ? `<NextContinuationToken>${xml(page.at(-1) ?? '')}</NextContinuationToken>`
    : ''
  reply
    .writeHead(200, { 'content-type': 'application/xml' })
    .end(
      `<?xml version="1.0"?><ListBucketResult><IsTruncated>${more}</IsTruncated>${next}${rows.join('')}</ListBucketResult>`,
    )
}

function answer(
  request: IncomingMessage,
  reply: ServerResponse,
  objects: Map<string, Stored>,
  body: Buffer,
) {
  const url = new URL(request.url ?? '/', 'http://bucket')
  const [, bucket, ...path] = decodeURIComponent(url.pathname).split('/')
  const name = path.join('/')
  if (!isSigned(request, url, body)) return refuse(reply, 403, 'SignatureDoesNotMatch')
  if (bucket !== NAME) return refuse(reply, 404, 'NoSuchBucket')
  if (request.method === 'GET' && name === '') return list(reply, objects, url.searchParams)
  if (request.method === 'PUT') {
    const type = request.headers['content-type'] ?? 'application/octet-stream'
    objects.set(name, { bytes: body, type, at: new Date() })
    return reply.writeHead(200, { etag: `"${sha256(body)}"` }).end()
  }
  if (request.method === 'DELETE') {
    objects.delete(name)
    return reply.writeHead(204).end()
  }
  const found = objects.get(name)
  if (!found) return refuse(reply, 404, 'NoSuchKey')
  reply.writeHead(200, {
    'content-type': found.type,
    'content-length': found.bytes.length,
    'last-modified': found.at.toUTCString(),
    etag: `"${sha256(found.bytes)}"`,
  })
  return reply.end(request.method === 'HEAD' ? undefined : found.bytes)
}

/**
 * A bucket of its own on a server that speaks as much of S3 as the storage uses: put, get, head, delete, list. `url` is what
 * STORAGE_URL is set to.
 */
export async function startBucket() {
  const objects = new Map<string, Stored>()
  const server = createServer(async (request, reply) => {
    answer(request, reply, objects, await buffer(request))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    url: `http://${key}:${secret}@127.0.0.1:${port}/${NAME}?region=${region}`,
    async stop() {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}
