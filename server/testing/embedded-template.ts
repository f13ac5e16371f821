import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openMigrated } from '../db/open.ts'

/**
 * A data folder with an embedded database that is migrated and otherwise empty: a copy of it is there
 * ten times sooner than a new one.
 */
export async function makeTemplate(): Promise<{ folder: string; remove(): void }> {
  const folder = mkdtempSync(join(tmpdir(), 'bweni-template-'))
  const database = await openMigrated(null, folder)
  await database.close()
  return { folder, remove: () => rmSync(folder, { recursive: true, force: true }) }
}

/** Puts the template's database into a data folder that has none. */
export const copyTemplate = (template: string, dataDir: string) =>
  cpSync(join(template, 'database'), join(dataDir, 'database'), { recursive: true })
