import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { findBrowser } from './find-browser.ts'

/** Everything that proves the house, in the order of what fails soonest; the last line counts. */
const reports = mkdtempSync(join(tmpdir(), 'bweni-reports-'))
let passed = 0
let failed = 0

function run(command: string, words: string[], env: Record<string, string> = {}): Promise<boolean> {
  return new Promise((resolve) => {
    const child = spawn(command, words, { stdio: 'inherit', env: { ...process.env, ...env } })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
}

async function check(name: string, command: string, ...words: string[]) {
  console.log(`\n── ${name}`)
  if (await run(command, words)) passed++
  else failed++
}

/** Adds a runner's own counts; a runner that broke before it could count is one failure. */
function count(ok: boolean, read: () => { passed: number; failed: number }) {
  try {
    const counts = read()
    passed += counts.passed
    failed += counts.failed
    if (!ok && counts.failed === 0) failed++
  } catch {
    failed++
  }
}

await check('formatting and lint', 'biome', 'check', '.')
await check('types', 'tsc', '-b')
await check('house rules', process.execPath, 'scripts/check-architecture.ts')
await check('unused code and packages', 'knip')
await check('web app', process.execPath, 'scripts/build-web.ts')

console.log('\n── rules, server and web, on PGlite and PostgreSQL')
const vitestReport = join(reports, 'vitest.json')
const vitestOk = await run('vitest', [
  'run',
  '--reporter=default',
  '--reporter=json',
  `--outputFile.json=${vitestReport}`,
])
count(vitestOk, () => {
  const report = JSON.parse(readFileSync(vitestReport, 'utf8'))
  return { passed: report.numPassedTests, failed: report.numFailedTests }
})

console.log('\n── journeys in the browser')
const browser = findBrowser()
if (browser === null) {
  console.log(
    'No browser was found. Install Chromium, or set CHROMIUM_PATH to one, and run npm test again.',
  )
  failed++
} else {
  const journeyReport = join(reports, 'journeys.json')
  const ok = await run('playwright', ['test', '--reporter=list,json'], {
    CHROMIUM_PATH: browser,
    PLAYWRIGHT_JSON_OUTPUT_FILE: journeyReport,
  })
  count(ok, () => {
    const { stats } = JSON.parse(readFileSync(journeyReport, 'utf8'))
    return { passed: stats.expected, failed: stats.unexpected + stats.flaky }
  })
}

rmSync(reports, { recursive: true })
console.log(`\n${passed} passed, ${failed} failed`)
process.exit(failed === 0 ? 0 : 1)
