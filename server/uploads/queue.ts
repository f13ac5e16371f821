/** A line that is too long already. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

/**
 * Lets so many pieces of work run at once and the next ones wait, first come, first served.
 * @returns what runs a piece of work; it throws QueueFull when as many wait as may
 */
export function openQueue(at_once: number, most_waiting: number) {
  const waiting: (() => void)[] = []
  let running = 0
  return async function run<T>(work: () => Promise<T>): Promise<T> {
    if (running < at_once) running++
    else if (waiting.length >= most_waiting) throw new QueueFull()
    // Whoever is done hands its place over.
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      const next = waiting.shift()
      if (next) next()
      else running--
    }
  }
}
