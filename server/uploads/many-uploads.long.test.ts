import { spawn } from 'node:child_process'
import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tryMemory } from '../testing/form-server.ts'
import { noise } from '../testing/images.ts'
import { callerOf } from '../testing/server.ts'

const script = new URL('../testing/form-server.ts', import.meta.url).pathname
/** As `npm start` runs the server. */
const flags = ['--max-semi-space-size=8', '--heap-growing-percent=60']

/** More than are accepted at a time; in the short form few enough that all are. */
const UPLOADS = 300

test(`${UPLOADS} uploads at once: each is answered, and memory stays where it was`, async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'bweni-many-'))
  const child = spawn(process.execPath, [...flags, script, dataDir], {
    env: { ...process.env, MALLOC_ARENA_MAX: '1' },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  try {
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.once('data', (chunk) => resolve(String(chunk).trim()))
      child.once('exit', () => reject(new Error('the server ended')))
    })
    const memory = async () => (await callerOf(url).call(tryMemory, { body: {} })).body
    const picture = await noise(300, 225).resize(1200).jpeg({ quality: 90 }).toBuffer()
    const image = new Blob([new Uint8Array(picture)])
    const before = await memory()

    const answers = await Promise.all(
      Array.from({ length: UPLOADS }, async () => {
        const form = new FormData()
        form.append('picture', image, 'photo.jpg')
        const response = await fetch(`${url}/api/picture/`, { method: 'PUT', body: form })
        await response.arrayBuffer()
        return { status: response.status, wait: response.headers.get('retry-after') }
      }),
    )
    const count = (expected: number) => answers.filter(({ status }) => status === expected).length
    const after = await memory()
    console.info(
      `${UPLOADS} uploads of ${Math.round(picture.length / 1000)} kB: ${count(200)} taken, ${count(503)} asked to ` +
        `come again; ${Math.round(before.most)} MB before, at most ${Math.round(after.most)} MB`,
    )
    expect(count(200) + count(503)).toBe(UPLOADS)
    // Two are processed and 200 wait.
    expect(count(200)).toBeGreaterThanOrEqual(Math.min(UPLOADS, 202))
    for (const { status, wait } of answers) expect(wait).toBe(status === 503 ? '10' : null)
    expect(after.most).toBeLessThan(500)
    expect(readdirSync(join(dataDir, 'uploading'))).toEqual([])
  } finally {
    child.kill('SIGKILL')
    rmSync(dataDir, { recursive: true, force: true })
  }
})
