import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { DEMO_MADE_AT } from './demo-made-at.ts'
import { fillDemoDatabase, keptTemplates, makeOnce, templateHash } from './demo-template.ts'
import {
  configuredPostgres,
  createDatabase,
  room,
  startOwnPostgres,
  type TestPostgres,
} from './postgres.ts'

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

/** What all test files share; each makes a database and a residence of its own from it. */
export async function openTestDatabases() {
  // One after the other: the embedded database holds up this process, and PostgreSQL ends slow statements.
  const templates = await keptTemplates(DEMO_MADE_AT)
  const postgres = await startWithDemo()
  return {
    provided: {
      postgresUrl: postgres.url,
      postgresTemplate: postgres.template,
      emptyTemplate: templates.empty,
      demoTemplate: templates.demo,
      beganAt: Date.now(),
    },
    close: () => postgres.stop(),
  }
}
