import { execFile } from 'node:child_process'
import { globSync, readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

/** Every function of these files that returns rows. */
const benches = globSync('bench/*.ts').flatMap((file) =>
  [
    ...readFileSync(file, 'utf8').matchAll(
      /^export (?:async function |const )(\w+)(?: = async )?\(\): Promise<Row\[\]>/gm,
    ),
  ].map(([, name = '']) => name),
)

it('every bench runs to its end and has a row', async () => {
  // What comes before a command of package.json installs packages, which isn't for tests.
  const command = ['run', '--ignore-scripts', 'bench', '--', '--smallest']
  const run = promisify(execFile)('npm', command)
  const { stderr, code }: { stderr: string; code?: number } = await run.catch((error) => error)
  const measured = stderr.split('\n').map((line) => line.split(' · ')[0] ?? '')
  expect(stderr.match(/^\w+ failed:.*/gm) ?? []).toEqual([])
  expect(benches.length).toBeGreaterThan(30)
  expect(benches.filter((name) => !measured.includes(name))).toEqual([])
  expect(code ?? 0, stderr).toBe(0)
})
