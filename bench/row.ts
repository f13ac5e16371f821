/** Asked for by `npm run bench -- --smallest`: does everything once, with as little as will do, and measures nothing. */
const isSmallest = process.argv.includes('--smallest')

/** How much, how often or how long: usually, and at the smallest size. */
export const sized = <T>(usual: T, smallest: T): T => (isSmallest ? smallest : usual)

export interface Row {
  what: string
  /** The measured value. */
  figure: string
  /** The value that it is compared with, measured in the same run. */
  floor: string
  ratio: string
  target: string
}

export function printTable(rows: Row[]) {
  const columns = ['what', 'figure', 'floor', 'ratio', 'target'] as const
  const head = Object.fromEntries(columns.map((column) => [column, column])) as unknown as Row
  const widths = columns.map((column) =>
    Math.max(...[head, ...rows].map((row) => row[column].length)),
  )
  for (const row of [head, ...rows]) {
    console.log(columns.map((column, i) => row[column].padEnd(widths[i] ?? 0)).join('  '))
  }
}

/** Requests a second of an async step, `concurrency` at a time for some seconds, after a warm-up. */
export async function rate(
  step: () => Promise<unknown>,
  seconds = 4,
  concurrency = 16,
): Promise<number> {
  async function during(milliseconds: number): Promise<number> {
    const begin = performance.now()
    let done = 0
    const worker = async () => {
      do {
        await step()
        done++
      } while (performance.now() < begin + milliseconds)
    }
    await Promise.all(Array.from({ length: concurrency }, worker))
    return (done * 1000) / (performance.now() - begin)
  }
  await during(sized(1000, 0))
  return during(sized(seconds * 1000, 0))
}

/** The median time of a step in milliseconds, one at a time. */
export async function median(step: () => Promise<unknown>, usually = 300): Promise<number> {
  const times = sized(usually, 2)
  const durations: number[] = []
  for (let i = 0; i < times; i++) {
    const begin = performance.now()
    await step()
    durations.push(performance.now() - begin)
  }
  return durations.sort((a, b) => a - b)[Math.floor(times / 2)] ?? 0
}

/** The best of a few alternating measurements, so that a noisy moment affects both sides alike. */
export async function alternate(
  ours: () => Promise<number>,
  floor: () => Promise<number>,
  rounds = 3,
): Promise<{ ours: number; floor: number }> {
  const best = { ours: 0, floor: 0 }
  for (let round = 0; round < sized(rounds, 1); round++) {
    best.floor = Math.max(best.floor, await floor())
    best.ours = Math.max(best.ours, await ours())
  }
  return best
}

/** @param statements of PostgreSQL for each, see `statementsOf` */
export const perSecond = (figure: number, statements?: string) =>
  `${Math.round(figure)} /s${statements ? `, ${statements} statements` : ''}`
export const milliseconds = (figure: number) => `${figure.toFixed(2)} ms`
