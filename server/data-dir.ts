import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import { SettingsError } from './config.ts'

/** When a process began, so that a reused pid is not taken for the old owner; empty where unknown. */
function bornAt(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')')).split(' ')[20] ?? ''
  } catch {
    return ''
  }
}

function alive(owner: string): boolean {
  const [pidText, born = ''] = owner.split(' ')
  const pid = Number(pidText)
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  return born === '' || bornAt(pid) === born
}

/**
 * Makes this process the one owner of the folder; a dead owner's lock is taken over.
 * PGlite does not lock its own folder, and two processes in it would destroy it.
 * @returns the folder's absolute path, and what gives it free again
 * @throws {SettingsError} when a living process has it
 */
export function lockDataDir(folder: string): { dataDir: string; release: () => void } {
  const dataDir = resolve(folder)
  mkdirSync(dataDir, { recursive: true })
  // PGlite writes its files open to everybody.
  chmodSync(dataDir, 0o700)
  const lock = join(dataDir, 'owner.lock')
  const mine = `${process.pid} ${bornAt(process.pid)}`
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      writeFileSync(lock, mine, { flag: 'wx' })
      return { dataDir, release: () => rmSync(lock, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = readFileSync(lock, 'utf8')
    if (alive(owner)) {
      throw new SettingsError(
        `DATA_DIR ${dataDir} is in use by another Bweni (process ${owner.split(' ')[0]}). Stop it, or set DATA_DIR to another folder.`,
      )
    }
    // Only one of two newcomers gets the dead lock out of the way; a fresh one is put back.
    const aside = `${lock}.${process.pid}.${attempt}`
    try {
      renameSync(lock, aside)
      if (readFileSync(aside, 'utf8') === owner) rmSync(aside)
      else renameSync(aside, lock)
    } catch {
      // The other newcomer was first; look again.
    }
  }
  throw new SettingsError(`DATA_DIR ${dataDir} could not be locked.`)
}

/** A random secret that is made once and kept beside the data, readable by its owner only. */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    // Written aside and moved, so that a crash cannot leave an empty secret behind.
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new SettingsError(`${file} is damaged. Remove it to have a new one made.`)
  return secret
}
