import { Worker } from 'node:worker_threads'
import type { BankHints } from '#rules/bank-statement.ts'
import { invalid, unavailable } from '../http/errors.ts'
import { QueueFull } from '../queue.ts'
import type { Upload } from '../uploads/receive-form.ts'
import { tableReaders } from '../uploads/table-text.ts'
import type { FromThread, ToRead } from './reading-thread.ts'

/** Several times what a file of the largest size takes. */
const LIMITS = { megabytes: 512, milliseconds: 60_000 }

type Done = Extract<FromThread, { type: 'done' }>

export interface ReadFile extends Omit<Done, 'type'> {
  /** The rows in parts, each as JSON. */
  parts: string[]
  hash: Buffer
}

const refused = (message: string) => invalid('table', message)
const tooMuch = () =>
  refused('This file takes too long to read. Download a shorter period, as CSV if you can.')

/**
 * Reads a statement in a thread of its own, with limits of time and memory, and checks it.
 * @throws {HttpError} 400 that says what is wrong with the file and what to do
 */
export async function readStatementFile(
  file: Upload | undefined,
  name: string,
  hints: BankHints,
  limits = LIMITS,
): Promise<ReadFile> {
  if (!file || file.bytes === 0) throw refused('Please choose a file.')
  const toRead = { name, path: file.path, ...hints }
  return tableReaders(() => readInThread(toRead, limits)).catch((error: unknown) => {
    if (!(error instanceof QueueFull)) throw error
    throw unavailable('Many files are being read right now. Please try again.', 'busy', 30)
  })
}

async function readInThread(
  workerData: ToRead,
  { megabytes, milliseconds }: typeof LIMITS,
): Promise<ReadFile> {
  const parts: string[] = []
  const worker = new Worker(new URL('./reading-thread.ts', import.meta.url), {
    workerData,
    resourceLimits: { maxOldGenerationSizeMb: megabytes, maxYoungGenerationSizeMb: 64 },
    execArgv: [],
  })
  const done = new Promise<Done>((resolve, reject) => {
    const timer = setTimeout(() => reject(tooMuch()), milliseconds).unref()
    worker.on('message', (message: FromThread) => {
      if (message.type === 'rows') parts.push(message.json)
      else if (message.type === 'done') resolve(message)
      else reject(refused(message.message))
    })
    worker.on('error', (error: NodeJS.ErrnoException) =>
      reject(error.code === 'ERR_WORKER_OUT_OF_MEMORY' ? tooMuch() : error),
    )
    worker.on('exit', () => {
      clearTimeout(timer)
      reject(tooMuch())
    })
  })
  try {
    const { head, bank, hash } = await done
    return { head, bank, parts, hash: Buffer.from(hash) }
  } finally {
    await worker.terminate()
  }
}
