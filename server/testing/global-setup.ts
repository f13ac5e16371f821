import type { TestProject } from 'vitest/node'
import type { openTestDatabases } from './test-databases.ts'

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

/**
 * Of the process: the ordinary and the long tests of the server are two projects, which Vitest sets up apart, each with modules of
 * its own.
 */
const shared: typeof globalThis & { bweniTests?: { users: number; databases: Opened } } = globalThis
type Opened = ReturnType<typeof openTestDatabases>

/** One PostgreSQL and one demo residence for all test files. */
export default async function setup(project: TestProject) {
  shared.bweniTests ??= {
    users: 0,
    databases: import('./test-databases.ts').then((module) => module.openTestDatabases()),
  }
  const tests = shared.bweniTests
  tests.users++
  const { provided, close } = await tests.databases
  project.provide('postgresUrl', provided.postgresUrl)
  project.provide('postgresTemplate', provided.postgresTemplate)
  project.provide('emptyTemplate', provided.emptyTemplate)
  project.provide('demoTemplate', provided.demoTemplate)
  project.provide('beganAt', provided.beganAt)
  return async () => {
    tests.users--
    if (tests.users === 0) await close()
  }
}
