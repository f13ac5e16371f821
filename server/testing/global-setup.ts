import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { DEMO_MADE_AT } from './demo-made-at.ts'
import { fillDemoDatabase, keptTemplates, makeOnce, templateHash } from './demo-template.ts'
import {
  configuredPostgres,
  createDatabase,
  room,
  startOwnPostgres,
  type TestPostgres,
} from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The name of a database with the demo residence, to make others from. */
    postgresTemplate: string
    /** Data folders to copy, with an embedded database that is empty, and with the demo residence. */
    emptyTemplate: string
    demoTemplate: string
    /** When the clock of the tests began (clock.ts). */
    beganAt: number
    /** Given by vitest.config.ts. */
    databaseOfTier: 'pglite' | 'postgres'
  }
}

const TEMPLATE = 'demo'

/** A PostgreSQL server with the demo residence, from data that are kept until what makes them changes. */
async function startWithDemo(): Promise<TestPostgres & { template: string }> {
  const configured = configuredPostgres()
  if (configured) {
    const url = await createDatabase(configured.url)
    await fillDemoDatabase(url, DEMO_MADE_AT)
    return { ...configured, template: new URL(url).pathname.slice(1) }
  }
  const kept = join(room(), `bweni-pgdata-kept-${templateHash()}`)
  await makeOnce(kept, async (half) => {
    const postgres = await startOwnPostgres()
    try {
      const url = await createDatabase(postgres.url, { name: TEMPLATE })
      await fillDemoDatabase(url, DEMO_MADE_AT)
      await postgres.halt()
      execFileSync('cp', ['-a', postgres.data, join(half, 'data')])
    } finally {
      await postgres.stop()
    }
  })
  return { ...(await startOwnPostgres({ from: join(kept, 'data') })), template: TEMPLATE }
}

/** One PostgreSQL and one demo residence for all test files; each makes its own from them. */
export default async function setup(project: TestProject) {
  // One after the other: the embedded database holds up this process, and PostgreSQL ends slow statements.
  const templates = await keptTemplates(DEMO_MADE_AT)
  const postgres = await startWithDemo()
  project.provide('postgresUrl', postgres.url)
  project.provide('postgresTemplate', postgres.template)
  project.provide('emptyTemplate', templates.empty)
  project.provide('demoTemplate', templates.demo)
  project.provide('beganAt', Date.now())
  return () => postgres.stop()
}
