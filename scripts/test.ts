import { chmodSync, globSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs, stripVTControlCharacters } from 'node:util'
import { findBrowser } from './find-browser.ts'
import { type Failure, type FirstRun, MOST_FLAKY, runFirst } from './test/again.ts'
import { type Choice, chooseTests } from './test/choose.ts'
import { runCommand } from './test/process.ts'
import { playwright, radius, vitest } from './test/runners.ts'

/**
 * `npm test`: all checks and tests, the fastest first; the last line has the totals. With `long` it is
 * `npm run test:long`: only the tests that are long or need to run rarely (docs/decisions/025); with `all` it is what
 * `.ci/run` asks for, everything. With parts of paths it runs just the tests that have one of them:
 * `npm test -- server/desk`, `npm test -- e2e/desk.spec.ts -t "a split"`.
 */
const [tier = '', ...others] = process.argv.slice(2)
const isAll = tier === 'all'
const isLong = tier === 'long'
const args = isAll || isLong ? others : process.argv.slice(2)
const choice = readChoice()
const MEMORY_DISK = '/dev/shm'
const MEMORY_NEEDED = 6 * 2 ** 30

function readChoice(): Choice & { title: string | undefined } {
  try {
    const { values, positionals } = parseArgs({
      args,
      options: { title: { type: 'string', short: 't' } },
      allowPositionals: true,
    })
    const files = globSync(
      '{rules,contract,server,web,simulator,scripts,bench,e2e}/**/*.{test,spec}.ts',
    )
    const chosen = chooseTests(positionals, files, isLong)
    return { ...chosen, length: isAll ? 'all' : chosen.length, title: values.title }
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    process.exit(2)
  }
}

/**
 * A folder for whatever the tests write: in memory if there is room, because hundreds of them start with a copy of a
 * database of a thousand files, and a disk takes ten times as long for it.
 */
function makeFolder(): string {
  let base = tmpdir()
  try {
    const { bavail, bsize } = statfsSync(MEMORY_DISK)
    if (bavail * bsize >= MEMORY_NEEDED) base = MEMORY_DISK
  } catch {
    // Other systems than Linux have none.
  }
  return mkdtempSync(join(base, 'bweni-tests-'))
}

const folder = makeFolder()
// PostgreSQL runs as another user if this is root.
chmodSync(folder, 0o755)
process.env.TMPDIR = folder
const removeFolder = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
// Whoever stops the tests gets the memory back.
for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.once(signal, () => {
    removeFolder()
    process.exit(1)
  })
}
const reports = mkdtempSync(join(folder, 'reports-'))
/** Here the demo residence is made once for all stages (server/testing/demo-template.ts). */
process.env.TEMPLATES = join(reports, 'templates')

let passed = 0
/** What failed and why, said once more at the end, where a log that is cut short still has it. */
const failures: Failure[] = []
const flaky: Failure[] = []
const times: [stage: string, seconds: number][] = []

async function stage<T>(name: string, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  try {
    return await work()
  } finally {
    times.push([name, (performance.now() - began) / 1000])
  }
}

/** A check that passes or fails as a whole; its output is printed when it is done. */
const check = (name: string, command: string, ...args: string[]) =>
  stage(name, async () => {
    const { ok, output } = await runCommand(command, args, { quiet: true })
    console.log(`\n── ${name}: ${ok ? 'passed' : 'failed'}`)
    if (output.trim()) console.log(output.trimEnd())
    if (ok) passed++
    else failures.push({ name, reason: output })
  })

async function checkSources() {
  await check('formatting and lint', 'biome', 'check', '.')
  await check('types', 'tsc', '-b')
  await check('architecture', process.execPath, 'scripts/check-architecture.ts')
  await check('unused code and packages', 'knip')
}

const buildWeb = () => check('web app', process.execPath, 'scripts/build-web.ts')
const makeTemplates = () => check('demo residence', process.execPath, 'scripts/make-templates.ts')

/** Everything, or for the runner whose tests are chosen just those. */
const { title } = choice
const lengthOf = (length: Choice['length']): Record<string, string> =>
  length === 'ordinary' ? {} : { TEST_LENGTH: length }

async function testModules(): Promise<FirstRun | null> {
  if (choice.modules === null) return null
  console.log('\n── rules, server and web, on PGlite and PostgreSQL')
  const options = { reports, env: lengthOf(choice.length), files: choice.modules, title }
  return stage('rules, server and web', () => runFirst(vitest(options)))
}

async function testJourneys(): Promise<FirstRun | null> {
  if (choice.journeys === null) return null
  console.log('\n── journeys in the browser')
  const browser = findBrowser()
  if (browser === null) {
    const reason =
      'No browser was found. Install Chromium, or set CHROMIUM_PATH to one, and run npm test again.'
    failures.push({ name: 'journeys in the browser', reason })
    return null
  }
  const length = choice.journeys.length > 0 ? 'all' : choice.length
  const env = { CHROMIUM_PATH: browser, ...lengthOf(length) }
  const options = { reports, env, files: choice.journeys, title }
  return stage('journeys in the browser', () => runFirst(playwright(options)))
}

// Tests print colours; the first lines say what was expected, the rest is the call stack.
const inLines = ({ name, reason }: Failure, most: number) => {
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, most)
  return [name, ...lines.map((line) => `    ${line}`)].join('\n')
}

const buildAll = async () => {
  if (!choice.isPart || choice.journeys) await buildWeb()
  await makeTemplates()
}
await Promise.all([!isLong && !choice.isPart && checkSources(), buildAll()])
const testRadius = () => stage('FreeRADIUS', () => runFirst(radius()))
// Either of the first two keeps all processors busy: side by side both are slower, and what waits for a database gives up.
const first = [await testModules(), await testJourneys(), isAll ? await testRadius() : null]
await stage('what failed, again', async () => {
  for (const run of first) {
    const outcome = await run?.finish()
    if (!outcome) continue
    passed += outcome.passed
    failures.push(...outcome.failed)
    flaky.push(...outcome.flaky)
  }
})
removeFolder()

console.log('\n── times')
for (const [name, seconds] of times) console.log(`${seconds.toFixed(0).padStart(5)} s  ${name}`)
if (flaky.length > MOST_FLAKY) {
  const reason = `${flaky.length} tests passed only when they were run again: that isn’t chance.`
  failures.push({ name: 'flaky tests', reason })
}
if (failures.length > 0) {
  console.log(`\n── failed\n\n${failures.map((one) => inLines(one, 20)).join('\n\n')}`)
}
if (flaky.length > 0) {
  console.log(`\nFlaky, passed when run again alone (${flaky.length}):`)
  for (const one of flaky) console.log(inLines(one, 1))
}
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exit(failures.length === 0 ? 0 : 1)
