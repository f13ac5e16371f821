import cluster from 'node:cluster'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { type Config, SettingsError } from './config.ts'
import { clearUploadFolder } from './uploads/receive-form.ts'

/** The state of a process and its start time, to recognise a reused pid; null where unknown. */
function readProcess(pid: number): { state: string; started: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return { state: fields[0] ?? '', started: fields[19] ?? '' }
  } catch {
    return null
  }
}

/** Killed but not yet reaped by its parent, as in a container that restarts. */
const DEAD_STATES = ['Z', 'X']

function isAlive(owner: string): boolean {
  const [pidText, started = ''] = owner.split(' ')
  const pid = Number(pidText)
  if (!pid || pid === process.pid) return false
  try {
    process.kill(pid, 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
  const owning = readProcess(pid)
  if (!owning) return started === ''
  if (DEAD_STATES.includes(owning.state)) return false
  return started === '' || owning.started === started
}

/** Not `recursive`: where a folder above cannot be made, as in /proc, Node tries for ever. */
function makeFolder(path: string) {
  if (statSync(path, { throwIfNoEntry: false })?.isDirectory()) return
  if (dirname(path) !== path) makeFolder(dirname(path))
  try {
    mkdirSync(path)
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!statSync(path, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}

/**
 * Makes this process the only owner of the directory; the lock of a dead process is taken over.
 * PGlite does not lock its directory, and two processes using it would destroy the data.
 * @returns the absolute path, and a function that releases the lock
 * @throws {SettingsError} when it cannot be made, or a running process has the lock
 */
export function lockDataDir(directory: string): { dataDir: string; release: () => void } {
  const dataDir = resolve(directory)
  try {
    makeFolder(dataDir)
  } catch (error) {
    throw new SettingsError(
      `DATA_DIR ${dataDir} cannot be made (${(error as NodeJS.ErrnoException).code}). Make the folder and let this user write to it, or set DATA_DIR to another one.`,
    )
  }
  // PGlite makes its files readable by every user.
  chmodSync(dataDir, 0o700)
  const lock = join(dataDir, 'owner.lock')
  const own = `${process.pid} ${readProcess(process.pid)?.started ?? ''}`
  for (let attempt = 0; attempt < 20; attempt++) {
    try {
      writeFileSync(lock, own, { flag: 'wx' })
      return { dataDir, release: () => rmSync(lock, { force: true }) }
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
    const owner = readFileSync(lock, 'utf8')
    if (isAlive(owner)) {
      throw new SettingsError(
        `DATA_DIR ${dataDir} is in use by another Bweni (process ${owner.split(' ')[0]}). Stop it, or set DATA_DIR to another folder.`,
      )
    }
    // Only one of two new processes can move the dead lock away; a live lock is put back.
    const staleLock = `${lock}.${process.pid}.${attempt}`
    try {
      renameSync(lock, staleLock)
      if (readFileSync(staleLock, 'utf8') === owner) rmSync(staleLock)
      else renameSync(staleLock, lock)
    } catch {
      // The other new process was first: check again.
    }
  }
  throw new SettingsError(`DATA_DIR ${dataDir} could not be locked.`)
}

/**
 * Locks the data directory and removes the uploads that a killed process has left. For a worker the process that started
 * it has done both.
 * @throws {SettingsError} as `lockDataDir`
 */
export function openDataDir(config: Config): { dataDir: string; release: () => void } {
  if (cluster.isWorker) return { dataDir: resolve(config.dataDir), release: () => {} }
  const locked = lockDataDir(config.dataDir)
  clearUploadFolder(config)
  return locked
}

/** A random secret that is created once in the data directory, readable by its owner only. */
export function readOrCreateSecret(dataDir: string, name: string): string {
  const file = join(dataDir, name)
  if (!existsSync(file)) {
    // Written to another file and renamed, so that a crash cannot leave an empty secret.
    writeFileSync(`${file}.new`, randomBytes(32).toString('hex'), { mode: 0o600 })
    renameSync(`${file}.new`, file)
  }
  const secret = readFileSync(file, 'utf8').trim()
  if (secret.length < 32)
    throw new SettingsError(`${file} is damaged. Remove it to have a new one made.`)
  return secret
}
