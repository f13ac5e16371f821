import { type ChildProcess, spawn } from 'node:child_process'

export interface TestProcess {
  child: ChildProcess
  /** Resolves when it has ended, to its exit code. */
  exited: Promise<number | null>
  /** Everything that it has written so far. */
  output(): { out: string; err: string }
  /** Resolves when it is open. @throws with what it said, when it ends without */
  open(): Promise<void>
  /** Ends it, without any warning unless told otherwise; resolves when it is gone. */
  end(signal?: NodeJS.Signals): Promise<void>
}

interface Run {
  command: string[]
  env: NodeJS.ProcessEnv
  /** What it writes when it is open. */
  words: string
  /** Its complaints are expected, or kept elsewhere. */
  quiet?: boolean
}

/** A process of its own, which says some words when it is open. */
export function runProcess({ command, env, words, quiet }: Run): TestProcess {
  const [program = '', ...args] = command
  const child = spawn(program, args, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const output = { out: '', err: '' }
  child.stdout.on('data', (chunk) => {
    output.out += chunk
  })
  child.stderr.on('data', (chunk) => {
    output.err += chunk
    if (!quiet) process.stderr.write(chunk)
  })
  // Not `exit`: what it wrote last may come after that.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    exited,
    output: () => output,
    open: () =>
      new Promise<void>((resolve, reject) => {
        const look = () => output.out.includes(words) && resolve()
        child.stdout.on('data', look)
        look()
        const ended = () =>
          reject(new Error(`it ended before it was open: ${output.out}${output.err}`))
        void exited.then(ended)
      }),
    async end(signal = 'SIGKILL') {
      child.kill(signal)
      await exited
    },
  }
}

/** What a server takes over from the process that starts it. */
const inherited = () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** `node server/main.ts` in a process of its own. */
export const runServer = (
  settings: NodeJS.ProcessEnv,
  options: Pick<Run, 'quiet'> = {},
): TestProcess =>
  runProcess({
    command: [process.execPath, 'server/main.ts'],
    env: { ...inherited(), LOG_LEVEL: 'error', ...settings },
    words: 'Bweni is open',
    ...options,
  })
