import cluster, { type Worker } from 'node:cluster'
import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { AggregatorRegistry } from 'prom-client'
import type { Config } from './config.ts'
import { openDataDir } from './data-dir.ts'

/** The lines that a process prints when it is open, and how to stop it. */
export interface Opened {
  lines: string[]
  close(): Promise<void>
}

type FromWorker = { type: 'open'; lines: string[] } | { type: 'metrics'; id: string }
interface ToWorker {
  type: 'metrics'
  id: string
  /** Null when a worker did not answer. */
  text: string | null
}

/** A worker could not start, and has said why. */
export class WorkerFailed extends Error {
  override name = 'WorkerFailed'
}

/** A worker that ends at once must not be started again without a pause. */
const RESTART_PAUSE_MS = 1000

/**
 * Runs `config.workers` processes on one port, each of them a node; one that ends by itself is replaced. The data
 * directory is locked by this process, for all of them.
 * @throws {WorkerFailed} when one of them cannot start
 */
export async function startWorkers(config: Config): Promise<Opened> {
  const { release } = openDataDir(config)
  const metrics = new AggregatorRegistry()
  let stopping = false

  /** Resolves to what it prints once it is open. */
  const startOne = () =>
    new Promise<string[]>((resolve, reject) => {
      const worker = cluster.fork()
      let isOpen = false
      worker.on('message', (message: FromWorker) => {
        if (message.type === 'open') {
          isOpen = true
          resolve(message.lines)
        } else if (message.type === 'metrics') void sendMetrics(worker, message.id)
      })
      worker.on('exit', (code, signal) => {
        if (!isOpen) reject(new WorkerFailed())
        if (stopping || !isOpen) return
        process.stderr.write(`A worker has ended (${signal ?? code}). Another one is starting.\n`)
        void replaceOne()
      })
    })

  async function replaceOne() {
    while (!stopping) {
      await pause(RESTART_PAUSE_MS)
      if (stopping) return
      const isOpen = await startOne().then(
        () => true,
        () => false,
      )
      if (isOpen) return
    }
  }

  async function sendMetrics(worker: Worker, id: string) {
    const text = await metrics.clusterMetrics().catch(() => null)
    if (worker.isConnected()) worker.send({ type: 'metrics', id, text } satisfies ToWorker)
  }

  async function close() {
    stopping = true
    const running = Object.values(cluster.workers ?? {}).filter((worker) => worker !== undefined)
    await Promise.all(
      running.map((worker) => {
        const ended = new Promise((resolve) => worker.once('exit', resolve))
        worker.process.kill('SIGTERM')
        return ended
      }),
    )
    release()
  }

  try {
    // The others find the database migrated, and the secrets made.
    const lines = await startOne()
    await Promise.all(Array.from({ length: config.workers - 1 }, startOne))
    return { lines, close }
  } catch (error) {
    await close()
    throw error
  }
}

/** Tells the process that started this worker that it is open. */
export const reportOpen = (lines: string[]) =>
  process.send?.({ type: 'open', lines } satisfies FromWorker)

/** A worker that reads its metrics when the process that started it asks for them. */
export const answerForMetrics = () => new AggregatorRegistry()

/** The metrics of all workers, added up; null when one does not answer. */
export function metricsOfAllWorkers(): Promise<string | null> {
  const id = randomUUID()
  return new Promise((resolve) => {
    const read = (message: ToWorker) => {
      if (message.type !== 'metrics' || message.id !== id) return
      process.off('message', read)
      resolve(message.text)
    }
    process.on('message', read)
    process.send?.({ type: 'metrics', id } satisfies FromWorker)
  })
}
