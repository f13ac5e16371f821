import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { readConfig } from '../config.ts'
import { openMigrated } from '../db/open.ts'
import { start } from '../start.ts'
import { createDatabase, freePort } from './postgres.ts'

async function startOnce(settings: Record<string, string>) {
  const PORT = String(await freePort())
  const config = readConfig({ ...settings, PORT, LOG_LEVEL: 'error', SMTP_URL: '' })
  await (await start(config)).close()
}

interface Templates {
  /** A data directory with an embedded database that is migrated and otherwise empty. */
  empty: string
  /** The same with the demo residence in it, its images included. */
  demo: string
  remove(): void
}

const templatesIn = (folder: string) => ({
  empty: join(folder, 'empty'),
  demo: join(folder, 'demo'),
})

export async function makeTemplates(folder: string) {
  const { empty, demo } = templatesIn(folder)
  mkdirSync(empty, { recursive: true })
  await (await openMigrated(null, empty)).close()
  copyTemplate(empty, demo)
  await startOnce({ DATA_DIR: demo })
}

/**
 * Data directories to copy: making a database and its demo residence takes ten times as long. `npm test`
 * makes them for all its stages, and names their folder in TEMPLATES.
 */
export async function openTemplates(): Promise<Templates> {
  const { TEMPLATES } = process.env
  if (TEMPLATES) return { ...templatesIn(TEMPLATES), remove: () => {} }
  const folder = mkdtempSync(join(tmpdir(), 'bweni-templates-'))
  await makeTemplates(folder)
  return { ...templatesIn(folder), remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Makes a database with the demo residence on a PostgreSQL server; its images are in no folder. @returns its name */
export async function makePostgresTemplate(serverUrl: string): Promise<string> {
  const url = await createDatabase(serverUrl)
  const folder = mkdtempSync(join(tmpdir(), 'bweni-template-'))
  await startOnce({ DATABASE_URL: url, DATA_DIR: folder })
  rmSync(folder, { recursive: true, force: true })
  return new URL(url).pathname.slice(1)
}

/** Copies a template into an empty data directory, on request without its embedded database. */
export function copyTemplate(template: string, dataDir: string, { database = true } = {}) {
  const embedded = join(template, 'database')
  cpSync(template, dataDir, { recursive: true, filter: (path) => database || path !== embedded })
}
