import { writeFileSync } from 'node:fs'
import { describeSchema, schemaFile } from '../server/testing/schema-page.ts'

/** Writes `server/db/schema.sql`, today's schema on one page; after a new migration. */
writeFileSync(schemaFile, await describeSchema())
