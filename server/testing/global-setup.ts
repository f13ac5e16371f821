import type { TestProject } from 'vitest/node'
import { makePostgresTemplate, openTemplates } from './demo-template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** The name of a database with the demo residence, to make others from. */
    postgresTemplate: string
    /** Data folders to copy, with an embedded database that is empty, and with the demo residence. */
    emptyTemplate: string
    demoTemplate: string
    /** Given by vitest.config.ts. */
    databaseOfTier: 'pglite' | 'postgres'
  }
}

/** One PostgreSQL and one demo residence for all test files; each makes its own from them. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  project.provide('postgresTemplate', await makePostgresTemplate(postgres.url))
  const templates = await openTemplates()
  project.provide('postgresUrl', postgres.url)
  project.provide('emptyTemplate', templates.empty)
  project.provide('demoTemplate', templates.demo)
  return async () => {
    templates.remove()
    await postgres.stop()
  }
}
