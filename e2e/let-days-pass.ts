import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { AppServer } from './fixtures.ts'

/** As if so many days had passed since something was promised: all days of promises and plans are earlier. */
export async function letDaysPass(server: AppServer, days: number) {
  await server.kill()
  const database = await PGlite.create({ dataDir: join(server.dataDir, 'database') })
  await database.exec(`
    alter table agreement_parts disable trigger append_only;
    update agreement_parts set day = day - ${days};
    alter table agreement_parts enable trigger append_only`)
  await database.close()
  await server.start()
}
