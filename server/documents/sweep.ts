import type { Context } from '../context.ts'
import { documentsFolder } from './keep.ts'
import { storedKeys } from './queries.ts'

/** Longer than any form can be on its way. */
const most_on_the_way_ms = 24 * 60 * 60 * 1000
const at_once = 100

/** Removes pictures that no document names: the process ended between storing them and the commit. */
export async function sweepDocuments({ db, storage, log, now }: Context): Promise<void> {
  const before = new Date(now().getTime() - most_on_the_way_ms)
  let keys: string[] = []
  async function sweep() {
    if (keys.length === 0) return
    const named = await storedKeys(db, keys)
    const unnamed = keys.filter((key) => !named.has(key))
    for (const key of unnamed) await storage.remove(key)
    if (unnamed.length > 0) log.info({ removed: unnamed.length }, 'pictures that no document names')
    keys = []
  }
  for await (const key of storage.listOlder(documentsFolder, before)) {
    keys.push(key)
    if (keys.length === at_once) await sweep()
  }
  await sweep()
}
