import { existsSync, readFileSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import * as z from 'zod/mini'
import { endpoint } from '#contract/endpoint.ts'
import { optionalText } from '#contract/form.ts'
import { buildApp } from '../app.ts'
import { readConfig } from '../config.ts'
import type { Context } from '../context.ts'
import { createServe } from '../http/serve.ts'
import { readImage } from '../uploads/read-image.ts'
import { clearUploadFolder } from '../uploads/receive-form.ts'

const body = z.object({ note: optionalText(20), length: z.optional(z.string()) })

/** Replies with the image as it would be stored. */
export const tryPicture = endpoint({
  method: 'PUT',
  path: '/picture/',
  who: 'anyone',
  summary: 'One picture',
  body,
  files: ['picture'],
  file: 'image/jpeg',
})

/** Replies with what was received. */
export const tryForm = endpoint({
  method: 'POST',
  path: '/form/',
  who: 'anyone',
  summary: 'A form with two pictures',
  body,
  files: ['photo', 'id_photo'],
  reply: z.object({
    note: z.nullable(z.string()),
    files: z.array(z.object({ field: z.string(), bytes: z.int(), path: z.string() })),
  }),
})

/** Accepts JSON, no form. */
export const tryMemory = endpoint({
  method: 'POST',
  path: '/memory/',
  who: 'anyone',
  summary: 'The most memory that the process had, and what it has now, in megabytes',
  body: z.object({}),
  reply: z.object({ most: z.number(), now: z.number() }),
})

/** In megabytes. Linux counts what a process had before it became this program, a test runner's for instance, in its `maxRSS`. */
function mostMemory(): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB/m.exec(readStatus())?.[1]
  return (kilobytes ? Number(kilobytes) : process.resourceUsage().maxRSS) / 1024
}

const readStatus = () =>
  existsSync('/proc/self/status') ? readFileSync('/proc/self/status', 'utf8') : ''

/** The server without database, pages and features: only the parts that handle uploads. */
export async function startFormServer(dataDir: string) {
  const config = readConfig({ DATA_DIR: dataDir, LOG_LEVEL: 'silent' })
  clearUploadFolder(config)
  const app = await buildApp(config)
  let requests = 0
  app.addHook('onRequest', async () => {
    requests++
  })
  await app.register(
    async (api) => {
      const serve = createServe(api, { config, now: () => new Date() } as Context, 'try')
      serve(tryPicture, async ({ files }) => {
        if (!files.picture) throw new Error('no picture')
        return readImage(files.picture, { maxSide: 1200 })
      })
      serve(tryForm, ({ body, files }) => ({
        note: body.note ?? null,
        files: Object.values(files),
      }))
      serve(tryMemory, () => ({
        most: mostMemory(),
        now: process.memoryUsage.rss() / 1024 ** 2,
      }))
    },
    { prefix: '/api' },
  )
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    /** How many have begun so far. */
    requests: () => requests,
    close: () => app.close(),
  }
}

if (import.meta.main) {
  const { url } = await startFormServer(process.argv[2] ?? '')
  process.stdout.write(`${url}\n`)
}
