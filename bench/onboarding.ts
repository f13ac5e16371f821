import { rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import sharp from 'sharp'
import { onboardTenant } from '../contract/onboarding.ts'
import { callerOf } from '../server/testing/server.ts'
import { newStudent, slug } from '../server/testing/students.ts'
import { type Row, sized } from './row.ts'
import { newDatabase, startProcess } from './server-process.ts'

const CONCURRENT = sized(20, 2)

/** An image of about 1 MB: noise, because anything else compresses better. */
async function megabyte(): Promise<Buffer> {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const create = { width: 1600, height: 1200, channels: 3, noise, background: '#888' } as const
  return sharp({ create }).jpeg({ quality: 86 }).toBuffer()
}

/** Twenty tenants onboard at once, each with two images of 1 MB; the floor only encodes the images. */
export async function onboarding(): Promise<Row[]> {
  const DATABASE_URL = await newDatabase()
  const server = await startProcess({ DATABASE_URL })
  const client = new pg.Client({ connectionString: DATABASE_URL })
  await client.connect()
  // Enough places for all of them in any room.
  await client.query('update rooms set capacity = $1', [CONCURRENT + 1])
  await client.end()
  const picture = await megabyte()
  const caller = callerOf(server.url)
  const forms = []
  for (let number = 0; number < CONCURRENT; number++) {
    const today = new Date(Date.now() + 3 * 3_600_000)
    const [start_date = ''] = today.toISOString().split('T')
    const end_date = `${today.getUTCFullYear() + 1}-12-31`
    forms.push(await newStudent(caller, { start_date, end_date }))
  }
  const files = {
    photo: new Blob([new Uint8Array(picture)]),
    id_photo: new Blob([new Uint8Array(picture)]),
  }
  const begin = performance.now()
  const answers = await Promise.all(
    forms.map((body) => caller.call(onboardTenant, { params: { slug }, body, files })),
  )
  const seconds = (performance.now() - begin) / 1000
  const errors = answers.filter(({ status }) => status !== 201)
  await server.end()
  const floor = await encodeTime(picture)
  return [
    {
      what: `onboarding, two pictures of ${(picture.length / 1e6).toFixed(1)} MB, ${CONCURRENT} at once (PostgreSQL)`,
      figure: `${seconds.toFixed(1)} s, ${errors.length} errors`,
      floor: `${floor.toFixed(1)} s to redraw the pictures`,
      ratio: (seconds / floor).toFixed(2),
      target: 'no error',
    },
  ]
}

async function encodeTime(picture: Buffer): Promise<number> {
  const path = join(tmpdir(), `bweni-bench-${process.pid}.jpg`)
  await writeFile(path, picture)
  const begin = performance.now()
  for (let pair = 0; pair < CONCURRENT; pair++) {
    await Promise.all(
      [1200, 2000].map((most) =>
        sharp(path)
          .resize({ width: most, height: most, fit: 'inside', withoutEnlargement: true })
          .jpeg()
          .toBuffer(),
      ),
    )
  }
  await rm(path)
  return (performance.now() - begin) / 1000
}
