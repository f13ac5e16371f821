import cluster from 'node:cluster'
import { type Config, readConfig, SettingsError } from './config.ts'
import { type Opened, reportOpen, startWorkers, WorkerFailed } from './workers.ts'

const GRACE_MS = 10_000
/** `npm run dev`: pages come from their sources. */
const isDev = process.argv.includes('--dev')

function exitWith(message: string): never {
  process.stderr.write(`${message}\n`)
  process.exit(1)
}

/** One line without a stack for what the operator has to correct. */
function explain(error: unknown): string {
  if (error instanceof SettingsError) return error.message
  const { code, message } = error as NodeJS.ErrnoException
  if (code === 'EADDRINUSE') {
    return `Port ${process.env.PORT || 3000} is in use. Stop what is using it, or set PORT to another one.`
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST ${process.env.HOST} isn’t an address of this machine.`
  }
  if (code && /^(EACCES|EEXIST|ENOTDIR|EROFS|EPERM|ENOENT)$/.test(code)) {
    return `DATA_DIR or a file in it cannot be used: ${message}`
  }
  return error instanceof Error ? (error.stack ?? message) : String(error)
}

/** The server in this process. */
async function openHere(config: Config): Promise<Opened> {
  // Loaded only here: a process that starts workers needs none of it.
  const [{ start }, { findFirstCompany }, { setUpCode }, { demoLogins }, { countKnownQuestions }] =
    await Promise.all([
      import('./start.ts'),
      import('./company/queries.ts'),
      import('./settings/set-up.ts'),
      import('./demo/people.ts'),
      import('#rules/assistant/known-questions.ts'),
    ])
  const openPages = isDev ? (await import('./http/dev-pages.ts')).devPages : undefined
  const { context, close } = await start(config, undefined, openPages)
  const lines = [`Bweni is open at ${config.publicUrl}`]
  if (config.demo) lines.push('', 'Demo sign-ins:', ...demoLogins)
  if (config.simulator) {
    lines.push(
      '',
      `Pretend M-Pesa phone: ${config.publicUrl}/pretend-daraja/phone`,
      `Pretend M-Pesa portal, with statements: ${config.publicUrl}/pretend-daraja/portal`,
    )
    if (config.publicUrl.startsWith('https:')) {
      lines.push('', 'WARNING: payments are pretend here. For real ones set NODE_ENV=production.')
    }
  }
  if (!(await findFirstCompany(context.db))) {
    lines.push(
      '',
      'There is no residence in this database yet. Set it up in the browser:',
      `  ${config.publicUrl}/set-up`,
      `  code: ${await setUpCode(context.db)}`,
    )
    if (!config.production) lines.push('To try the demo residence instead, start without DEMO=off.')
  }
  setImmediate(() => {
    // Else the first question to support waits for it.
    if (config.production) countKnownQuestions()
    // Frees the memory left over from starting, which an idle server would keep. `npm start` exposes `gc`.
    globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' })
  })
  return { lines, close }
}

try {
  const config = readConfig(process.env)
  if (isDev && config.production) exitWith('npm run dev is not for production: use npm start.')
  const hasWorkers = cluster.isPrimary && config.workers > 1
  const opened = await (hasWorkers ? startWorkers : openHere)(config)

  let stopping = false
  const stop = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => exitWith('Stopped before everything had finished.'), GRACE_MS).unref()
    opened.close().then(
      () => {
        if (cluster.isPrimary) process.stdout.write('Stopped.\n')
        process.exit(0)
      },
      (error) => exitWith(explain(error)),
    )
  }
  process.on('SIGTERM', stop)
  process.on('SIGINT', stop)

  if (cluster.isWorker) reportOpen(opened.lines)
  else process.stdout.write(`${opened.lines.join('\n')}\n`)
} catch (error) {
  // A worker has said why.
  if (error instanceof WorkerFailed) process.exit(1)
  exitWith(explain(error))
}
