import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Failure, type Report, type Runner, runFirst } from './again.ts'
import { chooseTests } from './choose.ts'
import { playwright, type RunnerOptions, vitest } from './runners.ts'

/** A project of its own inside this one, where packages are found. */
let project: string

beforeAll(() => {
  mkdirSync('.build', { recursive: true })
  project = mkdtempSync(resolve('.build/again-'))
})
afterAll(() => rmSync(project, { recursive: true, force: true }))

const failsAtFirst = (mark: string) => `
  const first = !existsSync('${mark}')
  writeFileSync('${mark}', '')
  expect(first).toBe(false)`

const write = (name: string, lines: string) => {
  const imports = "import { existsSync, writeFileSync } from 'node:fs'\n"
  writeFileSync(join(project, name), imports + lines)
}

const names = (failures: Failure[]) => failures.map(({ name }) => name)

async function outcomeOf(runner: Runner) {
  return (await runFirst(runner)).finish()
}

/** Both runners on the same tests: one that passes, one that fails at first only, one that always fails. */
const runners: [string, (options: RunnerOptions) => Runner, () => void, string][] = [
  [
    'vitest',
    vitest,
    () => {
      const use = "import { expect, test } from 'vitest'\n"
      write('vitest.config.mjs', "export default { test: { include: ['*.test.mjs'] } }")
      write('sound.test.mjs', `${use}test('passes', () => {})`)
      const flaky = `test('at first', () => {${failsAtFirst('vitest-flaky')}})`
      write('flaky.test.mjs', `${use}test('passes', () => {})\n${flaky}`)
      write('wrong.test.mjs', `${use}test('always', () => { expect(1).toBe(2) })`)
    },
    '',
  ],
  [
    'playwright',
    playwright,
    () => {
      const use = "import { expect, test } from '@playwright/test'\n"
      write('playwright.config.mjs', "export default { testMatch: '*.spec.mjs' }")
      const flaky = `test('at first', () => {${failsAtFirst('playwright-flaky')}})`
      write(
        'flaky.spec.mjs',
        `${use}test('passes', () => {})\ntest('passes, too', () => {})\n${flaky}`,
      )
      write('wrong.spec.mjs', `${use}test('always', () => { expect(1).toBe(2) })`)
    },
    'e2e/',
  ],
]

test.each(runners)(
  '%s: what fails at first only is flaky, what fails again has failed',
  async (name, open, writeTests, folder) => {
    writeTests()
    const reports = join(project, `${name}-reports`)
    const outcome = await outcomeOf(open({ reports, cwd: project, quiet: true, env: bare }))
    expect(outcome.passed).toBe(3)
    const [flaky] = outcome.flaky
    expect(flaky?.name).toMatch(new RegExp(`^${folder}flaky\\.\\w+\\.mjs:\\d+ › at first$`))
    expect(flaky?.reason).toContain('expected')
    expect(names(outcome.failed)).toEqual([expect.stringMatching(/wrong\.\w+\.mjs:\d+ › always$/)])
  },
)

/** This is a test itself: the runners inside know nothing of it. */
const bare = { VITEST: '', VITEST_WORKER_ID: '', VITEST_POOL_ID: '', TEST_LENGTH: '' }

test('a runner that dies is started once more, and that is told', async () => {
  write(
    'playwright.config.mjs',
    `export default { testMatch: '*.spec.mjs' }
    if (!existsSync('died')) { writeFileSync('died', ''); process.exit(1) }`,
  )
  const reports = join(project, 'dying-reports')
  const { flaky, failed } = await outcomeOf(
    playwright({ reports, cwd: project, quiet: true, env: bare, files: ['flaky'] }),
  )
  expect(flaky).toEqual([{ name: 'playwright', reason: expect.stringContaining('It died: ') }])
  expect(failed).toEqual([])
})

const scripted = (...runs: (Report | Error)[]): Runner => ({
  name: 'runner',
  async run() {
    const next = runs.shift()
    if (!next) throw new Error('It was run too often.')
    if (next instanceof Error) throw next
    return next
  },
})
const unit = (id: string, passed: number, ...failed: string[]) => ({
  id,
  passed,
  failed: failed.map((name) => ({ name, reason: '' })),
})

test('a runner that dies twice has failed', async () => {
  const outcome = await outcomeOf(scripted(new Error('no memory'), new Error('no memory')))
  expect(outcome).toMatchObject({ passed: 0, failed: [{ name: 'runner' }], flaky: [] })
})

test('when the second run dies, nothing that had failed has passed', async () => {
  const { passed, failed } = await outcomeOf(scripted([unit('a', 2, 'x')], new Error('no memory')))
  expect([passed, names(failed)]).toEqual([2, ['x', 'runner, run again']])
})

test('what fails in the second run only has failed, what it leaves out, too', async () => {
  const first = [unit('a', 2, 'x'), unit('b', 0, 'y'), unit('c', 5)]
  const { passed, failed, flaky } = await outcomeOf(scripted(first, [unit('a', 2, 'z')]))
  expect([passed, names(failed), names(flaky)]).toEqual([7, ['z', 'y'], []])
})

const files = [
  'server/desk/desk.test.ts',
  'server/desk/histories.long.test.ts',
  'e2e/desk.spec.ts',
  'e2e/desk.long.spec.ts',
]

test.each([
  { parts: [], modules: [], journeys: [], length: 'ordinary' },
  { parts: ['server/desk'], modules: [files[0]], journeys: null, length: 'ordinary' },
  { parts: ['histories'], modules: [files[1]], journeys: null, length: 'long' },
  { parts: ['desk.test', 'histories'], modules: files.slice(0, 2), journeys: null, length: 'all' },
  { parts: ['./e2e/desk.spec.ts'], modules: null, journeys: [files[2]], length: 'ordinary' },
  {
    parts: ['desk.test', 'e2e/'],
    modules: [files[0]],
    journeys: files.slice(2),
    length: 'ordinary',
  },
])('npm test -- $parts', ({ parts, ...choice }) => {
  expect(chooseTests(parts, files, false)).toMatchObject(choice)
})

test('a part that no test has in its path is refused', () => {
  expect(() => chooseTests(['server/desk', 'nowhere'], files, false)).toThrow(
    'No test has “nowhere” in its path.',
  )
  expect(chooseTests(['server/desk'], files, true)).toMatchObject({
    modules: [files[1]],
    length: 'long',
  })
})
