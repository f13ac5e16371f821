import type { Context } from '../context.ts'
import type { Db } from '../db/connect.ts'

/** Longer than any form can be on its way. */
const most_on_the_way_ms = 24 * 60 * 60 * 1000
const at_once = 100

/**
 * Removes pictures below a folder of the storage that no row names: the process ended between storing
 * them and the commit, or between a commit and removing what it replaced.
 * @param findNamed which of these keys must stay
 */
export async function sweepFolder(
  { db, storage, log, now }: Context,
  folder: string,
  findNamed: (db: Db, keys: string[]) => Promise<Set<string>>,
): Promise<void> {
  const before = new Date(now().getTime() - most_on_the_way_ms)
  let keys: string[] = []
  async function sweep() {
    if (keys.length === 0) return
    const named = await findNamed(db, keys)
    const unnamed = keys.filter((key) => !named.has(key))
    for (const key of unnamed) await storage.remove(key)
    if (unnamed.length > 0) log.info({ folder, removed: unnamed.length }, 'pictures left behind')
    keys = []
  }
  for await (const key of storage.listOlder(folder, before)) {
    keys.push(key)
    if (keys.length === at_once) await sweep()
  }
  await sweep()
}
