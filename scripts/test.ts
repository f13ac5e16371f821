import { spawn } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults as VitestReport } from 'vitest/node'
import { findBrowser } from './find-browser.ts'

/**
 * `npm test`: all checks and tests, the fastest first; the last line has the totals.
 * With `long` it is `npm run test:long`: only the tests that are long or need to run rarely (docs/decisions/025).
 */
const isLong = process.argv[2] === 'long'
const length: Record<string, string> = isLong ? { TEST_LENGTH: 'long' } : {}
const MEMORY_DISK = '/dev/shm'
const MEMORY_NEEDED = 6 * 2 ** 30

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
let failed = 0
/** What failed and why, said once more at the end, where a log that is cut short still has it. */
const failures: string[] = []

interface Result {
  ok: boolean
  /** Its output; empty if it wrote to the terminal itself. */
  output: string
}

function run(
  command: string,
  args: string[],
  { env = {}, quiet = false }: { env?: Record<string, string>; quiet?: boolean } = {},
): Promise<Result> {
  return new Promise((done) => {
    const child = spawn(command, args, {
      stdio: ['ignore', quiet ? 'pipe' : 'inherit', quiet ? 'pipe' : 'inherit'],
      // Many processes load the same modules: Node caches their compiled code here.
      env: { ...process.env, NODE_COMPILE_CACHE: resolve('.build/node-cache'), ...env },
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => done({ ok: code === 0, output }))
  })
}

/** A check that passes or fails as a whole; its output is printed when it is done. */
async function check(name: string, command: string, ...args: string[]) {
  const { ok, output } = await run(command, args, { quiet: true })
  console.log(`\n── ${name}: ${ok ? 'passed' : 'failed'}`)
  if (output.trim()) console.log(output.trimEnd())
  if (ok) passed++
  else fail(name, output)
}

function fail(name: string, reason: string) {
  failed++
  // Tests print colours; the first lines say what was expected, the rest is the call stack.
  const lines = stripVTControlCharacters(reason).trim().split('\n').slice(0, 20)
  failures.push([name, ...lines.map((line) => `    ${line}`)].join('\n'))
}

interface Counts {
  passed: number
  failed: { name: string; reason: string }[]
}

/** Adds the counts of a runner's report; a runner that crashed before writing it is one failure. */
function count(runner: string, { ok }: Result, read: () => Counts) {
  try {
    const counts = read()
    passed += counts.passed
    for (const { name, reason } of counts.failed) fail(name, reason)
    if (!ok && counts.failed.length === 0) fail(runner, 'It ended with an error outside its tests.')
  } catch (error) {
    fail(runner, `It left no report: ${error}`)
  }
}

async function checkSources() {
  await check('formatting and lint', 'biome', 'check', '.')
  await check('types', 'tsc', '-b')
  await check('architecture', process.execPath, 'scripts/check-architecture.ts')
  await check('unused code and packages', 'knip')
}

const buildWeb = () => check('web app', process.execPath, 'scripts/build-web.ts')
const makeTemplates = () => check('demo residence', process.execPath, 'scripts/make-templates.ts')

async function testModules() {
  console.log(
    isLong
      ? '\n── crashes, outages, histories and floods'
      : '\n── rules, server and web, on PGlite and PostgreSQL',
  )
  const report = join(reports, 'vitest.json')
  const args = ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${report}`]
  const result = await run('vitest', args, { env: length })
  count('vitest', result, () => {
    const { numPassedTests, testResults } = JSON.parse(readFileSync(report, 'utf8')) as VitestReport
    const failed = testResults.flatMap(({ name, message, assertionResults }) => {
      const file = relative(process.cwd(), name)
      const tests = assertionResults
        .filter(({ status }) => status === 'failed')
        .map((test) => ({
          name: `${file} › ${test.fullName}`,
          reason: test.failureMessages?.join('\n') ?? '',
        }))
      // A file can fail before its first test.
      return tests.length === 0 && message ? [{ name: file, reason: message }] : tests
    })
    return { passed: numPassedTests, failed }
  })
}

async function testJourneys() {
  console.log('\n── journeys in the browser')
  const browser = findBrowser()
  if (browser === null) {
    fail(
      'journeys in the browser',
      'No browser was found. Install Chromium, or set CHROMIUM_PATH to one, and run npm test again.',
    )
    return
  }
  const report = join(reports, 'journeys.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...length }
  const result = await run('playwright', ['test', '--reporter=list,json'], { env })
  count('playwright', result, () => {
    const { stats, suites, errors } = JSON.parse(readFileSync(report, 'utf8')) as JSONReport
    const specs = (suite: JSONReportSuite): JSONReportSpec[] => [
      ...suite.specs,
      ...(suite.suites ?? []).flatMap(specs),
    ]
    const failed = suites
      .flatMap(specs)
      .filter(({ ok }) => !ok)
      .map(({ file, line, title, tests }) => ({
        name: `e2e/${file}:${line} › ${title}`,
        reason: tests
          .flatMap(({ results }) => results)
          .flatMap(({ errors }) => errors.map(({ message }) => message))
          .join('\n'),
      }))
    const others = errors.map(({ message }) => ({ name: 'playwright', reason: message ?? '' }))
    return { passed: stats.expected, failed: [...failed, ...others] }
  })
}

await Promise.all([!isLong && checkSources(), buildWeb().then(makeTemplates)])
await testModules()
await testJourneys()

removeFolder()
if (failures.length > 0) console.log(`\n── failed\n\n${failures.join('\n\n')}`)
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
