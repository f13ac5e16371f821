import { randomUUID } from 'node:crypto'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { HttpError, unavailable } from '../errors.ts'
import { most_upload_bytes, type Upload } from './upload.ts'

const megabyte = 1024 * 1024
/** Of a form with images and of one without; what is somewhat larger is read to the end, to name the field. */
const most_form_bytes = 50 * megabyte
const most_plain_form_bytes = megabyte
/** Of all forms that are coming in at once: the disk is the database's too. */
const most_bytes_at_once = 2048 * megabyte
const most_farewell_ms = 30_000
const most_silent_ms = 30_000

const limits = {
  fieldNameSize: 100,
  // The longest text (5000 characters of any script, and as many that fall away).
  fieldSize: 32 * 1024,
  fields: 60,
  files: 10,
  parts: 60,
  headerPairs: 20,
  fileSize: most_upload_bytes,
}

const image_too_large = 'This picture is larger than 10 MB. Please choose a smaller one.'
const form_too_large = 'This is more than can be sent at once. Please choose smaller pictures.'

const malformed = (message: string) => new HttpError(400, { message, code: 'malformed' })
const tooLarge = (message: string, fields: string[]) =>
  new HttpError(413, {
    message,
    code: 'too_large',
    ...(fields.length > 0 && { fields: Object.fromEntries(fields.map((name) => [name, message])) }),
  })

let coming = 0

/** Whatever else comes is read and forgotten, so that the answer is heard; but not for ever. */
function drainRequest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
  const late = setTimeout(() => raw.complete || raw.destroy(), most_farewell_ms).unref()
  raw.once('close', () => clearTimeout(late))
}

/** Refuses what is too large before any of it is kept. */
function checkLength(request: FastifyRequest, names: readonly string[]) {
  const length = Number(request.headers['content-length'])
  if (!Number.isSafeInteger(length)) {
    throw new HttpError(411, { message: 'Please say how long the form is.', code: 'no_length' })
  }
  if (length > (names.length > 0 ? most_form_bytes : most_plain_form_bytes)) {
    throw names.length === 1 ? tooLarge(image_too_large, [...names]) : tooLarge(form_too_large, [])
  }
}

const crowded = () =>
  unavailable('Many people are sending pictures right now. Please try again.', 'busy', 10)

/** Counts what comes of an image: what was only announced takes no room from anybody. */
function counting(count: (bytes: number) => void) {
  return async function* (file: AsyncIterable<Buffer>) {
    for await (const chunk of file) {
      if (coming + chunk.length > most_bytes_at_once) throw crowded()
      count(chunk.length)
      yield chunk
    }
  }
}

/** The disk is full or there are too many open files; anything else without an errno is the sender's. */
function explained(error: unknown): unknown {
  if (error instanceof HttpError) return error
  const { code = '' } = error as { code?: string }
  if (/^FST_(PARTS|FIELDS|FILES)_LIMIT$/.test(code)) {
    return malformed('The form has more fields than it should.')
  }
  if (code === '' || code.startsWith('FST_')) return malformed('The form could not be read.')
  if (/^(ENOSPC|EDQUOT|EMFILE|ENFILE)$/.test(code)) {
    return unavailable('There is no room for pictures right now. Please try again later.')
  }
  return error
}

export interface Form {
  fields: Record<string, string>
  uploads: Record<string, Upload>
  /** Removes the images. */
  discard(): Promise<void>
}

/**
 * Reads a multipart form: the named images into files of their own, never into memory whole and never
 * under a name that the sender chose; other files are let go by.
 * @throws {HttpError} 400, 411, 413 or 503, with nothing left behind
 */
export async function receiveForm(
  request: FastifyRequest,
  names: readonly string[],
  folder: string,
): Promise<Form> {
  let received = 0
  const count = (bytes: number) => {
    received += bytes
    coming += bytes
  }
  const paths: string[] = []
  let discarded = false
  const discard = async () => {
    if (discarded) return
    discarded = true
    coming -= received
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }

  const fields = new Map<string, string>()
  const uploads = new Map<string, Upload>()
  const large: string[] = []

  async function save({ fieldname, file, filename }: MultipartFile) {
    const path = join(folder, randomUUID())
    paths.push(path)
    const sink = (await open(path, 'wx', 0o600)).createWriteStream()
    await pipeline(file, counting(count), sink)
    if (file.truncated) large.push(fieldname)
    // What a browser sends for a field in which nothing was chosen.
    else if (sink.bytesWritten === 0 && !filename) return
    uploads.set(fieldname, { field: fieldname, path, bytes: sink.bytesWritten })
  }

  try {
    checkLength(request, names)
    // A phone may be slow, but whoever sends nothing at all is gone.
    request.raw.setTimeout(most_silent_ms)
    for await (const part of request.parts({ limits })) {
      if (part.type === 'file') {
        if (names.includes(part.fieldname) && !uploads.has(part.fieldname)) await save(part)
        else part.file.resume()
      } else if (part.valueTruncated) {
        const message = 'This is too long.'
        throw new HttpError(400, {
          message,
          code: 'invalid',
          fields: { [part.fieldname]: message },
        })
      } else if (typeof part.value === 'string') {
        fields.set(part.fieldname, part.value)
      }
    }
    if (large.length > 0) throw tooLarge(image_too_large, large)
    request.raw.setTimeout(0)
  } catch (error) {
    drainRequest(request)
    await discard()
    throw explained(error)
  }
  return { fields: Object.fromEntries(fields), uploads: Object.fromEntries(uploads), discard }
}
