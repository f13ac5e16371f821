import { createHash } from 'node:crypto'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join, relative, resolve } from 'node:path'
import { readConfig } from '../config.ts'
import { openMigrated } from '../db/open.ts'
import { start } from '../start.ts'

const root = resolve(import.meta.dirname, '../..')
const kept = join(root, '.build/templates')

async function startOnce(settings: Record<string, string>, now?: () => Date) {
  const config = readConfig({
    ...settings,
    PORT: '0',
    NODE_ENV: 'test',
    LOG_LEVEL: 'error',
    SMTP_URL: '',
  })
  await (await start(config, now)).close()
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

export async function makeTemplates(folder: string, now?: () => Date) {
  const { empty, demo } = templatesIn(folder)
  mkdirSync(empty, { recursive: true })
  await (await openMigrated(null, empty)).close()
  copyTemplate(empty, demo)
  await startOnce({ DATA_DIR: demo }, now)
}

/** A module, and all of this project that it imports. */
function withImports(path: string, found = new Set<string>()): Set<string> {
  if (found.has(path) || !existsSync(path)) return found
  found.add(path)
  for (const [, written = ''] of readFileSync(path, 'utf8').matchAll(/\bfrom '([.#][^']+)'/g)) {
    const target = written.startsWith('#')
      ? join(root, written.slice(1))
      : join(dirname(path), written)
    withImports(target, found)
  }
  return found
}

/** Changes with whatever makes a template: the migrations, the demo, the code that it uses, and the packages. */
export function templateHash(): string {
  const folders = ['server/demo', 'server/db/migrations'].map((folder) => join(root, folder))
  const files = [
    join(root, 'package-lock.json'),
    ...folders.flatMap((folder) =>
      readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile() && !entry.name.endsWith('.test.ts'))
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
    ...withImports(import.meta.filename),
  ]
  const hash = createHash('sha256')
  for (const file of [...new Set(files)].sort()) {
    hash.update(`${relative(root, file)}\0`).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}

/** Makes a folder once; whoever needs it at the same time never sees half of it. */
export async function makeOnce(folder: string, make: (folder: string) => Promise<void>) {
  if (existsSync(folder)) return
  mkdirSync(dirname(folder), { recursive: true })
  const half = mkdtempSync(`${folder}-`)
  try {
    await make(half)
    renameSync(half, folder)
    removeOlder(folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

const DAY_MS = 86_400_000

/** Removes what was made of other sources, unless a run may still be using it. The disk's clock may be another than ours. */
function removeOlder(folder: string) {
  const made = statSync(folder).mtimeMs
  const kind = basename(folder).replace(/[0-9a-f]{16}.*$/, '')
  for (const name of readdirSync(dirname(folder))) {
    const other = join(dirname(folder), name)
    const isOfKind = name.startsWith(kind) && /[0-9a-f]{16}/.test(name)
    if (isOfKind && made - statSync(other).mtimeMs > DAY_MS) {
      rmSync(other, { recursive: true, force: true })
    }
  }
}

/** Templates of one moment, kept in `.build` until what makes them changes. */
export async function keptTemplates(at: Date): Promise<Templates> {
  const folder = join(kept, `${templateHash()}-${at.getTime()}`)
  await makeOnce(folder, (half) => makeTemplates(half, () => at))
  return { ...templatesIn(folder), remove: () => {} }
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

/** Fills a PostgreSQL database with the demo residence; its images are in no folder. */
export async function fillDemoDatabase(url: string, at: Date) {
  const folder = mkdtempSync(join(tmpdir(), 'bweni-template-'))
  await startOnce({ DATABASE_URL: url, DATA_DIR: folder }, () => at)
  rmSync(folder, { recursive: true, force: true })
}

/** Copies a template into an empty data directory, on request without its embedded database. */
export function copyTemplate(template: string, dataDir: string, { database = true } = {}) {
  const embedded = join(template, 'database')
  cpSync(template, dataDir, { recursive: true, filter: (path) => database || path !== embedded })
}
