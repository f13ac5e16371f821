/** What a runner reports of one unit that can be run alone: a file of Vitest, a journey of Playwright. */
export interface Unit {
  /** Names it in the report and, for Vitest, on the command line. */
  id: string
  passed: number
  failed: Failure[]
}

export interface Failure {
  /** File, line and title. */
  name: string
  reason: string
}

/** Of all units that ran. */
export type Report = Unit[]

export interface Runner {
  name: string
  /**
   * Runs everything, or only these units, one at a time.
   * @throws when the runner dies before it has counted, or fails outside its tests
   */
  run(again?: Unit[]): Promise<Report>
}

export interface Outcome {
  passed: number
  failed: Failure[]
  /** What failed at first and passed when it was run again alone. */
  flaky: Failure[]
}

/** More of them than this aren't chance. */
export const MOST_FLAKY = 8

/** A first run that can be completed once nothing else is running. */
export interface FirstRun {
  /** Runs what has failed again, alone. What fails then has failed. */
  finish(): Promise<Outcome>
}

/** Runs everything; a runner that dies is started once more. */
export async function runFirst(runner: Runner): Promise<FirstRun> {
  const died: Failure[] = []
  let report: Report = []
  try {
    report = await runner.run()
  } catch (error) {
    died.push({ name: runner.name, reason: `It died: ${messageOf(error)}` })
    try {
      report = await runner.run()
    } catch (second) {
      const failure = { name: runner.name, reason: `It died twice: ${messageOf(second)}` }
      return { finish: async () => ({ passed: 0, failed: [failure], flaky: [] }) }
    }
  }
  return { finish: () => runAgain(runner, report, died) }
}

async function runAgain(runner: Runner, report: Report, died: Failure[]): Promise<Outcome> {
  const bad = report.filter(({ failed }) => failed.length > 0)
  const good = report.filter(({ failed }) => failed.length === 0)
  if (bad.length === 0) return { passed: sum(good), failed: [], flaky: died }
  console.log(`\n── run again alone: ${bad.length} of ${runner.name}`)
  let second: Report
  try {
    second = await runner.run(bad)
  } catch (error) {
    const failure = { name: `${runner.name}, run again`, reason: messageOf(error) }
    const failed = [...bad.flatMap((unit) => unit.failed), failure]
    return { passed: sum(good) + sum(bad), failed, flaky: died }
  }
  const outcome: Outcome = { passed: sum(good), failed: [], flaky: died }
  for (const unit of bad) {
    const again = second.find(({ id }) => id === unit.id)
    // What wasn't run again has not passed.
    if (!again) outcome.failed.push(...unit.failed)
    else if (again.failed.length > 0) outcome.failed.push(...again.failed)
    else outcome.flaky.push(...unit.failed)
    outcome.passed += again?.passed ?? unit.passed
  }
  return outcome
}

const sum = (units: Unit[]) => units.reduce((total, { passed }) => total + passed, 0)
const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error))
