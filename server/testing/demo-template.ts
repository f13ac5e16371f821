import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { openMigrated } from '../db/open.ts'
import { start } from '../start.ts'
import { createDatabase, freePort } from './postgres.ts'

/** Making a database and its demo residence costs ten times as much as a copy of one. */
interface Template {
  folder: string
  remove(): void
}

function newFolder(): Template {
  const folder = mkdtempSync(join(tmpdir(), 'bweni-template-'))
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

async function startOnce(settings: Record<string, string>) {
  const PORT = String(await freePort())
  const config = readConfig({ ...settings, PORT, LOG_LEVEL: 'error', SMTP_URL: '' })
  await (await start(config)).close()
}

/** A data directory with an embedded database that is migrated and otherwise empty. */
export async function makeEmptyTemplate(): Promise<Template> {
  const template = newFolder()
  const database = await openMigrated(null, template.folder)
  await database.close()
  return template
}

/** The same with the demo residence in it, its images included. */
export async function makeDemoTemplate(empty: Template): Promise<Template> {
  const template = newFolder()
  copyTemplate(empty.folder, template.folder)
  await startOnce({ DATA_DIR: template.folder })
  return template
}

/** Makes a database with the demo residence on a PostgreSQL server; its images are in no folder. @returns its name */
export async function makePostgresTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl)
  const { folder, remove } = newFolder()
  await startOnce({ DATABASE_URL: url, DATA_DIR: folder })
  remove()
  return new URL(url).pathname.slice(1)
}

/** Copies a template into an empty data directory, on request without its embedded database. */
export function copyTemplate(template: string, dataDir: string, { database = true } = {}) {
  const embedded = join(template, 'database')
  cpSync(template, dataDir, { recursive: true, filter: (path) => database || path !== embedded })
}
