import type { TestProject } from 'vitest/node'
import { makeTemplate } from './embedded-template.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgresUrl: string
    /** A data folder to copy the embedded database from. */
    embeddedTemplate: string
  }
}

/** One PostgreSQL, and one empty embedded database, for all test files; each makes its own from them. */
export default async function setup(project: TestProject) {
  const postgres = await startPostgres()
  project.provide('postgresUrl', postgres.url)
  const template = await makeTemplate()
  project.provide('embeddedTemplate', template.folder)
  return async () => {
    template.remove()
    await postgres.stop()
  }
}
