import { readFileSync, rmSync } from 'node:fs'
import { join, relative, resolve } from 'node:path'
import type { JSONReport, JSONReportSpec, JSONReportSuite } from '@playwright/test/reporter'
import type { JsonTestResults as VitestReport } from 'vitest/node'
import type { Report, Runner, Unit } from './again.ts'
import { runCommand } from './process.ts'

const VITEST = resolve('node_modules/vitest/vitest.mjs')
const PLAYWRIGHT = resolve('node_modules/@playwright/test/cli.js')

export interface RunnerOptions {
  /** Where its reports go. */
  reports: string
  env?: Record<string, string>
  /** Parts of paths, to run only the files with one of them. */
  files?: string[]
  /** Part of a title, to run only the tests with it. */
  title?: string | undefined
  /** Another project than this one, for the tests of the runners. */
  cwd?: string
  quiet?: boolean
}

/** Reads a report that the runner has just written. @throws if it died before, or failed outside its tests */
function readReport<T>(file: string, ok: boolean, read: (report: T) => Report): Report {
  let content: string
  try {
    content = readFileSync(file, 'utf8')
  } catch {
    throw new Error('It ended without a report.')
  }
  const report = read(JSON.parse(content))
  if (!ok && report.every(({ failed }) => failed.length === 0)) {
    throw new Error('It ended with an error outside its tests.')
  }
  return report
}

/** Rules, server and web; what failed is run again file by file. */
export function vitest({ reports, files = [], title, cwd, ...options }: RunnerOptions): Runner {
  const file = join(reports, 'vitest.json')
  const alone = ['--maxWorkers=1', '--no-file-parallelism', '--isolate']
  return {
    name: 'vitest',
    async run(again) {
      rmSync(file, { force: true })
      const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`]
      const { ok } = await runCommand(
        process.execPath,
        [
          VITEST,
          'run',
          '--includeTaskLocation',
          ...reporters,
          ...(again ? [...alone, ...again.map(({ id }) => id)] : files),
          ...(title ? ['-t', title] : []),
        ],
        { ...options, ...(cwd && { cwd }) },
      )
      return readReport<VitestReport>(file, ok, ({ testResults }) => {
        const units = new Map<string, Unit>()
        for (const { name, message, status, assertionResults } of testResults) {
          const id = relative(cwd ?? process.cwd(), name)
          // A file can be in two projects.
          const unit = units.get(id) ?? { id, passed: 0, failed: [] }
          const failed = assertionResults
            .filter((one) => one.status === 'failed')
            .map(({ fullName, location, failureMessages }) => ({
              name: `${location ? `${id}:${location.line}` : id} › ${fullName}`,
              reason: failureMessages?.join('\n') ?? '',
            }))
          // A file can fail before its first test.
          if (failed.length === 0 && status === 'failed') {
            failed.push({ name: id, reason: message || 'It failed outside its tests.' })
          }
          unit.passed += assertionResults.filter((one) => one.status === 'passed').length
          unit.failed.push(...failed)
          units.set(id, unit)
        }
        return [...units.values()]
      })
    },
  }
}

/** Journeys in the browser; what failed is run again journey by journey. */
export function playwright({ reports, files = [], title, ...options }: RunnerOptions): Runner {
  const file = join(reports, 'journeys.json')
  return {
    name: 'playwright',
    async run(again) {
      rmSync(file, { force: true })
      const { ok } = await runCommand(
        process.execPath,
        [
          PLAYWRIGHT,
          'test',
          '--reporter=list,json',
          ...(again ? ['--last-failed', '--workers=1'] : files),
          ...(title ? ['-g', title] : []),
        ],
        { ...options, env: { ...options.env, PLAYWRIGHT_JSON_OUTPUT_FILE: file } },
      )
      return readReport<JSONReport>(file, ok, ({ suites, errors }) => {
        const [error] = errors
        if (error && suites.length === 0) throw new Error(error.message)
        const specs = (
          suite: JSONReportSuite,
          titles: string[],
        ): { spec: JSONReportSpec; path: string }[] => [
          ...suite.specs.map((spec) => ({ spec, path: [...titles, spec.title].join(' › ') })),
          ...(suite.suites ?? []).flatMap((one) => specs(one, [...titles, one.title])),
        ]
        return suites.flatMap((suite) =>
          specs(suite, []).map(({ spec, path }) => {
            const results = spec.tests.flatMap((one) => one.results)
            const reason = results.flatMap((one) => one.errors.map(({ message }) => message))
            const name = `e2e/${spec.file}:${spec.line} › ${path}`
            const skipped = spec.tests.every(({ status }) => status === 'skipped')
            return {
              id: spec.id,
              passed: spec.ok && !skipped ? 1 : 0,
              failed: spec.ok ? [] : [{ name, reason: reason.join('\n') }],
            }
          }),
        )
      })
    },
  }
}

/** A real FreeRADIUS, whose checks build on each other: all of them are run again. */
export function radius(): Runner {
  return {
    name: 'FreeRADIUS',
    async run() {
      const { output } = await runCommand(process.execPath, ['scripts/test-radius.ts'], {
        quiet: true,
      })
      console.log(output.trimEnd())
      const [, passed, failed] = /^(\d+) passed, (\d+) failed$/m.exec(output) ?? []
      if (passed === undefined) throw new Error(`It ended before its totals:\n${output}`)
      const reason = output.split('\n').filter((line) => /^ {2}FAIL|^ {8}/.test(line))
      const failures =
        failed === '0' ? [] : [{ name: 'scripts/test-radius.ts', reason: reason.join('\n') }]
      return [{ id: 'FreeRADIUS', passed: Number(passed), failed: failures }]
    },
  }
}
