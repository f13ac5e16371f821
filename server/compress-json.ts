import { brotliCompressSync, constants } from 'node:zlib'
import type { FastifyInstance } from 'fastify'

/** Quick, and a window no larger than a page: the default wants megabytes for every reply. */
export const brotli = { [constants.BROTLI_PARAM_QUALITY]: 4, [constants.BROTLI_PARAM_LGWIN]: 17 }

/** What is smaller fits into a few packets as it is. */
export const least_bytes = 4096
/** What is larger takes so long that it goes the way of streams. */
const most_characters = 128 * 1024
const takesBrotli = /(^|[\s,])br(?!\s*;\s*q=0(\.0*)?\s*(,|$))/

/**
 * Compresses a whole answer at once: a tenth of a millisecond for a page of the feed, of which the
 * compressing stream needs most of one.
 */
export function compressJson(app: FastifyInstance) {
  app.addHook('onSend', async (request, reply, payload) => {
    if (typeof payload !== 'string' || payload.length > most_characters) return payload
    if (payload.length < least_bytes || reply.hasHeader('content-encoding')) return payload
    if (!takesBrotli.test(String(request.headers['accept-encoding'] ?? ''))) return payload
    reply.header('content-encoding', 'br').header('vary', 'accept-encoding')
    return brotliCompressSync(payload, { params: brotli })
  })
}
