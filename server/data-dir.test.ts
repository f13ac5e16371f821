import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lockDataDir } from './data-dir.ts'

/** A process that has ended but was not reaped by its parent, which has become another program meanwhile. */
async function startZombie() {
  const parent = spawn('sh', ['-c', 'sleep 0.3 & echo $!; exec sleep 60'])
  const pid = await new Promise<number>((resolve) =>
    parent.stdout.once('data', (line) => resolve(Number(line))),
  )
  const fields = () => readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  await expect.poll(() => fields()[0], { timeout: 10_000 }).toBe('Z')
  return { owner: `${pid} ${fields()[19]}`, end: () => parent.kill() }
}

test.runIf(process.platform === 'linux')(
  'the lock of a process that was killed but not yet reaped is taken over',
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'bweni-lock-'))
    const zombie = await startZombie()
    writeFileSync(join(folder, 'owner.lock'), zombie.owner)
    const { release } = lockDataDir(folder)
    expect(readFileSync(join(folder, 'owner.lock'), 'utf8')).toMatch(`${process.pid} `)
    release()
    zombie.end()
    rmSync(folder, { recursive: true })
  },
)
