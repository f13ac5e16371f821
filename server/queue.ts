/** Too many are waiting already, or the one who waited has gone. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/**
 * Runs at most `concurrency` tasks at once; the next ones wait in order.
 * @returns a function that runs a task; it throws QueueFull when `maxWaiting` are waiting
 */
export function createQueue(concurrency: number, maxWaiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function run<T>(task: () => Promise<T>): Promise<T> {
    if (running < concurrency) running++
    else if (waiting.length >= maxWaiting) throw new QueueFull()
    // A finished task hands its place to the next one, so `running` does not change.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
