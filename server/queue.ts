/** Too many are waiting already, nothing gets done, or nobody wants the result any more. */
export class QueueFull extends Error {
  override name = 'QueueFull'
}

export interface TaskOptions {
  /** The line that the task waits in, such as its user's: lines take turns. */
  line?: string
  /** Asked when the task's turn comes; a task that nobody wants is refused. */
  isWanted?: () => boolean
}

interface Waiting {
  line: string
  since: number
  isWanted: () => boolean
  start(): void
  refuse(error: QueueFull): void
}

interface QueueOptions {
  /** Tasks that have waited for this long are refused when none has succeeded for as long. */
  stalledAfterMs?: number
}

/**
 * Runs at most `concurrency` tasks at once. The next ones wait in lines that take turns; when
 * `maxWaiting` are waiting, the newest task of the longest line gives way.
 * @returns a function that runs a task; it throws QueueFull when the task is refused
 */
export function createQueue(
  concurrency: number,
  maxWaiting: number,
  { stalledAfterMs = Infinity }: QueueOptions = {},
) {
  /** In the order of their turns; none is empty. */
  const lines = new Map<string, Waiting[]>()
  let waiting = 0
  let running = 0
  let lastSuccess = -Infinity
  let watch: NodeJS.Timeout | undefined

  /** Looks often enough that nobody waits for much longer than allowed. */
  function watchForStall() {
    if (stalledAfterMs === Infinity || watch) return
    watch = setInterval(() => {
      const earliest = performance.now() - stalledAfterMs
      if (lastSuccess < earliest) {
        for (const line of [...lines.values()]) {
          while (line[0] && line[0].since < earliest) remove(line, 0)?.refuse(new QueueFull())
        }
      }
      if (waiting > 0) return
      clearInterval(watch)
      watch = undefined
    }, stalledAfterMs / 10).unref()
  }

  function add(task: Waiting) {
    const line = lines.get(task.line)
    if (line) line.push(task)
    else lines.set(task.line, [task])
    waiting++
  }

  function remove(line: Waiting[], index: number): Waiting | undefined {
    const [task] = line.splice(index, 1)
    if (!task) return undefined
    waiting--
    if (line.length === 0) lines.delete(task.line)
    return task
  }

  /** The next wanted task; its line goes to the end. */
  function takeNext(): Waiting | undefined {
    for (const [name, line] of lines) {
      for (let task = remove(line, 0); task; task = remove(line, 0)) {
        if (task.isWanted()) {
          if (lines.delete(name)) lines.set(name, line)
          return task
        }
        task.refuse(new QueueFull())
      }
    }
    return undefined
  }

  /** Drops the newest task of the longest line; among equally long ones, of the line whose turn is furthest off. */
  function makePlace() {
    const longest = [...lines.values()].reduce((a, b) => (b.length >= a.length ? b : a))
    // The last one (-1) if all are wanted.
    const unwanted = longest.findIndex((task) => !task.isWanted())
    remove(longest, unwanted)?.refuse(new QueueFull())
  }

  return async function run<T>(
    task: () => Promise<T>,
    { line = '', isWanted = () => true }: TaskOptions = {},
  ): Promise<T> {
    if (running < concurrency) running++
    // A finished task hands its place to the next one, so `running` does not change.
    else
      await new Promise<void>((start, refuse) => {
        add({ line, since: performance.now(), isWanted, start, refuse })
        if (waiting > maxWaiting) makePlace()
        watchForStall()
      })
    try {
      const result = await task()
      lastSuccess = performance.now()
      return result
    } finally {
      const next = takeNext()
      if (next) next.start()
      else running--
    }
  }
}
