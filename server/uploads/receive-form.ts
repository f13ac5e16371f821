import { randomUUID } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import { open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { MultipartFile } from '@fastify/multipart'
import type { FastifyRequest } from 'fastify'
import { MAX_UPLOAD_BYTES } from '#rules/image.ts'
import { MAX_IMPORT_MEGABYTES } from '#rules/import-columns.ts'
import type { Config } from '../config.ts'
import { HttpError, unavailable } from '../http/errors.ts'

/** An uploaded image or table, unchecked. Its file is removed after the reply. */
export interface Upload {
  /** The name of the form field. */
  field: string
  path: string
  bytes: number
}

/** Where uploads are stored until their request has been answered. */
export const uploadFolder = ({ dataDir }: Pick<Config, 'dataDir'>): string =>
  join(dataDir, 'uploading')

/** Removes at start what a killed process has left. */
export function clearUploadFolder(config: Pick<Config, 'dataDir'>): void {
  const folder = uploadFolder(config)
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true, mode: 0o700 })
}

const MEGABYTE = 1024 * 1024
/** A form somewhat larger than a limit is still read to its end, so that the answer can name the field. */
const MAX_FORM_BYTES = 50 * MEGABYTE
const MAX_FORM_BYTES_WITHOUT_IMAGES = MEGABYTE
/** The limit for all forms being received at once: the database is on the same disk. */
const MAX_BYTES_IN_PROGRESS = 2048 * MEGABYTE
const DRAIN_TIMEOUT_MS = 30_000
const IDLE_TIMEOUT_MS = 30_000

const limits = {
  fieldNameSize: 100,
  // The longest text: 5000 characters of any script, and as many that are stripped.
  fieldSize: 32 * 1024,
  fields: 60,
  files: 10,
  parts: 60,
  headerPairs: 20,
}

const tooLargeFile = (field: string) =>
  `This ${field === 'table' ? `file is larger than ${MAX_IMPORT_MEGABYTES}` : 'picture is larger than 10'} MB. Please choose a smaller one.`
const FORM_TOO_LARGE = 'This is more than can be sent at once. Please choose smaller files.'

const malformed = (message: string) => new HttpError(400, { message, code: 'malformed' })
const tooLarge = (message: string, fields: string[]) =>
  new HttpError(413, {
    message,
    code: 'too_large',
    ...(fields.length > 0 && { fields: Object.fromEntries(fields.map((name) => [name, message])) }),
  })

let bytesInProgress = 0

/** Reads and drops the rest of a request, so that the client gets to read the answer; with a time limit. */
function drainRequest({ raw }: FastifyRequest) {
  raw.unpipe()
  raw.resume()
  const timer = setTimeout(() => raw.complete || raw.destroy(), DRAIN_TIMEOUT_MS).unref()
  raw.once('close', () => clearTimeout(timer))
}

/** How many bytes a form with these files may have, and what is said beyond it. */
function limitOf(names: readonly string[]) {
  const [name = '', ...others] = names
  return {
    bytes: names.length > 0 ? MAX_FORM_BYTES : MAX_FORM_BYTES_WITHOUT_IMAGES,
    error: () =>
      name === '' || others.length > 0
        ? tooLarge(FORM_TOO_LARGE, [])
        : tooLarge(tooLargeFile(name), [name]),
  }
}

const tooManyUploads = () =>
  unavailable('Many people are sending files right now. Please try again.', 'busy', 10)

/** Counts the bytes that have arrived: a length that is only announced must not block other forms. */
function counting(count: (bytes: number) => void) {
  return async function* (file: AsyncIterable<Buffer>) {
    for await (const chunk of file) {
      if (bytesInProgress + chunk.length > MAX_BYTES_IN_PROGRESS) throw tooManyUploads()
      count(chunk.length)
      yield chunk
    }
  }
}

/** An error without an errno is the sender's; a full disk or too many open files are ours. */
function toHttpError(error: unknown): unknown {
  if (error instanceof HttpError) return error
  const { code = '' } = error as { code?: string }
  if (/^FST_(PARTS|FIELDS|FILES)_LIMIT$/.test(code)) {
    return malformed('The form has more fields than it should.')
  }
  if (code === '' || code.startsWith('FST_')) return malformed('The form could not be read.')
  if (/^(ENOSPC|EDQUOT|EMFILE|ENFILE)$/.test(code)) {
    return unavailable('There’s no storage space for files right now. Please try again later.')
  }
  return error
}

export interface Form {
  fields: Record<string, string>
  uploads: Record<string, Upload>
  /** Removes the files of the uploads. */
  discard(): Promise<void>
}

/**
 * Reads a multipart form. The named files go into files of their own, never whole into memory and never
 * under a name that the sender chose; other files are skipped.
 * @throws {HttpError} 400, 413 or 503, with nothing left on the disk
 */
export async function receiveForm(
  request: FastifyRequest,
  names: readonly string[],
  folder: string,
): Promise<Form> {
  const limit = limitOf(names)
  const isLengthKnown = request.headers['content-length'] !== undefined
  let received = 0
  /** Some proxies and tunnels don't say how long a form is: then it is refused as soon as more has come. */
  function receive(bytes: number) {
    received += bytes
    if (received > limit.bytes) throw limit.error()
  }
  let stored = 0
  const count = (bytes: number) => {
    receive(bytes)
    stored += bytes
    bytesInProgress += bytes
  }
  const paths: string[] = []
  let discarded = false
  const discard = async () => {
    if (discarded) return
    discarded = true
    bytesInProgress -= stored
    await Promise.all(paths.map((path) => rm(path, { force: true })))
  }

  const fields = new Map<string, string>()
  const uploads = new Map<string, Upload>()
  const truncated: string[] = []

  async function save({ fieldname, file, filename }: MultipartFile) {
    const path = join(folder, randomUUID())
    paths.push(path)
    // A file that is too long is read to its end, unless the request didn't announce its length.
    if (!isLengthKnown)
      file.once('limit', () => file.destroy(tooLarge(tooLargeFile(fieldname), [fieldname])))
    const sink = (await open(path, 'wx', 0o600)).createWriteStream()
    await pipeline(file, counting(count), sink)
    if (file.truncated) truncated.push(fieldname)
    // Browsers send an empty file for a field in which nothing was chosen.
    else if (sink.bytesWritten === 0 && !filename) return
    uploads.set(fieldname, { field: fieldname, path, bytes: sink.bytesWritten })
  }

  try {
    // Before any of it is stored.
    if (Number(request.headers['content-length']) > limit.bytes) throw limit.error()
    // A phone may be slow, but one that sends nothing at all is gone.
    request.raw.setTimeout(IDLE_TIMEOUT_MS)
    const fileSize = names.includes('table') ? MAX_IMPORT_MEGABYTES * MEGABYTE : MAX_UPLOAD_BYTES
    for await (const part of request.parts({ limits: { ...limits, fileSize } })) {
      if (part.type === 'file') {
        if (names.includes(part.fieldname) && !uploads.has(part.fieldname)) await save(part)
        else for await (const chunk of part.file) receive(chunk.length)
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
    const [name] = truncated
    if (name !== undefined) throw tooLarge(tooLargeFile(name), truncated)
    request.raw.setTimeout(0)
  } catch (error) {
    drainRequest(request)
    await discard()
    throw toHttpError(error)
  }
  return { fields: Object.fromEntries(fields), uploads: Object.fromEntries(uploads), discard }
}
