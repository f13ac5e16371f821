import { createHash } from 'node:crypto'
import { brotliCompressSync } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import type { Key } from '../db/keys.ts'
import {
  acceptsBrotli,
  brotliOptions,
  MAX_SYNC_CHARACTERS,
  MIN_COMPRESSED_BYTES,
} from './compression.ts'

/** A reply, ready to be sent, that is the same for all users of a company. */
interface KeptReply {
  version: string
  json: Buffer
  /** Null where compression would save nothing. */
  compressed: Buffer | null
  link: string | undefined
  etag: string
}

export type SharedReplies = ReturnType<typeof createSharedReplies>

/** Limit for all kept replies; a page of the feed takes some 30 KB. */
const MAX_KEPT_BYTES = 16 * 1024 * 1024

/** The version of a company's posts and comments, which a trigger raises when a change is committed. */
export const selectCommunityVersion = ({ company_id }: Key) => ({
  version: sql<string>`(
    select coalesce(max(version), 0)::text from community_versions where company_id = ${company_id})`,
})

/**
 * Keeps replies, each with the company's version when it was asked for. As a reply is made after the version was read, it is never
 * older than that. The version is read again for every request, so that all servers agree.
 */
export function createSharedReplies() {
  /** The reply used last is at the end. */
  const kept = new Map<string, KeptReply>()
  let bytes = 0

  function forget(key: string) {
    const found = kept.get(key)
    if (!found) return
    kept.delete(key)
    bytes -= bytesOf(key, found)
  }

  function keep(key: string, found: KeptReply) {
    forget(key)
    kept.set(key, found)
    bytes += bytesOf(key, found)
    for (const oldest of kept.keys()) {
      if (bytes <= MAX_KEPT_BYTES) break
      forget(oldest)
    }
  }

  /** Sends the kept reply, or returns the result of `make` if it isn't shared, or too long to be kept. */
  return async function replyShared<Result>(
    { request, reply }: { request: FastifyRequest; reply: FastifyReply },
    { version }: { version: string },
    make: () => Promise<Result>,
    isShared: (result: Result) => boolean,
  ) {
    // The key has the whole address, because the link to the next page repeats it.
    const key = `${request.user?.company_id} ${request.url}`
    let found = kept.get(key)
    if (found?.version !== version) {
      const result = await make()
      if (!isShared(result)) return result
      const text = String(reply.serialize(result))
      if (text.length > MAX_SYNC_CHARACTERS) return result
      found = toKept(version, text, reply.getHeader('link'))
    }
    keep(key, found)
    return send(found, request, reply)
  }
}

/** Rough size of an entry's objects and headers, so that many small replies count too. */
const BYTES_OF_ENTRY = 1024

/** The size of an entry. An address may be longer than its reply, and its letters may take two bytes each. */
const bytesOf = (key: string, { json, compressed }: KeptReply) =>
  BYTES_OF_ENTRY + 2 * key.length + json.length + (compressed?.length ?? 0)

function toKept(version: string, text: string, link: unknown): KeptReply {
  const json = Buffer.from(text)
  const isLong = json.length >= MIN_COMPRESSED_BYTES
  return {
    version,
    json,
    compressed: isLong ? brotliCompressSync(json, { params: brotliOptions }) : null,
    link: link === undefined ? undefined : String(link),
    etag: `W/"${createHash('sha256').update(json).digest('base64url').slice(0, 22)}"`,
  }
}

function send(
  { json, compressed, link, etag }: KeptReply,
  { headers }: FastifyRequest,
  reply: FastifyReply,
) {
  // The browser keeps the reply, but asks each time whether it is still valid for the user who is signed in.
  reply
    .header('cache-control', 'private, no-cache')
    .header('etag', etag)
    .header('vary', 'accept-encoding, authorization')
  if (headers['if-none-match'] === etag) return reply.code(304).send()
  if (link) reply.header('link', link)
  reply.type('application/json; charset=utf-8')
  if (!compressed || !acceptsBrotli(headers['accept-encoding'])) return json
  reply.header('content-encoding', 'br')
  return compressed
}
