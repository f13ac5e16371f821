import type { TestProject } from 'vitest/node'
import { makeDemoTemplate, makeEmptyTemplate, makePostgresTemplate } from './demo-template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The name of a database with the demo residence, to make others from. */
    postgresTemplate: string
    /** Data folders to copy, with an embedded database that is empty, and with the demo residence. */
    emptyTemplate: string
    demoTemplate: string
  }
}

/** One PostgreSQL and one demo residence for all test files; each makes its own from them. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  project.provide('postgresTemplate', await makePostgresTemplate(postgres.url))
  const empty = await makeEmptyTemplate()
  const demo = await makeDemoTemplate(empty)
  project.provide('postgresUrl', postgres.url)
  project.provide('emptyTemplate', empty.folder)
  project.provide('demoTemplate', demo.folder)
  return async () => {
    demo.remove()
    empty.remove()
    await postgres.stop()
  }
}
