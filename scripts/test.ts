import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { findBrowser } from './find-browser.ts'

/**
 * `npm test`: all checks and tests, the fastest first; the last line has the totals.
 * With `long` it is `npm run test:long`: only the tests that are long or need to run rarely (docs/decisions/025).
 */
const isLong = process.argv[2] === 'long'
const length: Record<string, string> = isLong ? { TEST_LENGTH: 'long' } : {}
const reports = mkdtempSync(join(tmpdir(), 'bweni-reports-'))
/** Here the demo residence is made once for all stages (server/testing/demo-template.ts). */
process.env.TEMPLATES = join(reports, 'templates')
let passed = 0
let failed = 0

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
  else failed++
}

/** Adds a runner's own counts; a runner that crashed before counting is one failure. */
function count({ ok }: Result, read: () => { passed: number; failed: number }) {
  try {
    const counts = read()
    passed += counts.passed
    failed += counts.failed
    if (!ok && counts.failed === 0) failed++
  } catch {
    failed++
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
  count(result, () => {
    const { numPassedTests, numFailedTests } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: numPassedTests, failed: numFailedTests }
  })
}

async function testJourneys() {
  console.log('\n── journeys in the browser')
  const browser = findBrowser()
  if (browser === null) {
    console.log(
      'No browser was found. Install Chromium, or set CHROMIUM_PATH to one, and run npm test again.',
    )
    failed++
    return
  }
  const report = join(reports, 'journeys.json')
  const env = { CHROMIUM_PATH: browser, PLAYWRIGHT_JSON_OUTPUT_FILE: report, ...length }
  const result = await run('playwright', ['test', '--reporter=list,json'], { env })
  count(result, () => {
    const { stats } = JSON.parse(readFileSync(report, 'utf8'))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

await Promise.all([!isLong && checkSources(), buildWeb().then(makeTemplates)])
await testModules()
await testJourneys()

rmSync(reports, { recursive: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
