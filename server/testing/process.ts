import { type ChildProcess, spawn } from 'node:child_process'

export interface TestProcess {
  child: ChildProcess
  /** Resolves to the exit code. */
  exited: Promise<number | null>
  /** Its output so far. */
  output(): { out: string; err: string }
  /** Where it is open, as it has printed; empty before. */
  url(): string
  /** Resolves when it is ready. @throws with its output, when it exits before */
  open(): Promise<void>
  /** Kills it, by default with SIGKILL; resolves when it has exited. */
  end(signal?: NodeJS.Signals): Promise<void>
}

interface Run {
  command: string[]
  env: NodeJS.ProcessEnv
  /** The output that shows that it is ready. */
  words: string
  /** Do not print its errors: they are expected, or logged elsewhere. */
  quiet?: boolean
}

/** Starts a process that prints some words when it is ready. */
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
  // Not `exit`: its last output may come after that.
  const exited = new Promise<number | null>((resolve) => child.once('close', resolve))
  return {
    child,
    exited,
    output: () => output,
    url: () => /open at (\S+)/.exec(output.out)?.[1]?.replace('localhost', '127.0.0.1') ?? '',
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

/** The environment variables that a server inherits from the test process. */
export const inherited = () => {
  const { PATH, NODE_COMPILE_CACHE } = process.env
  return { PATH, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) }
}

/** `node server/main.ts` in a process of its own, on any free port unless `settings` say another. */
export const runServer = (
  settings: NodeJS.ProcessEnv,
  options: Pick<Run, 'quiet'> = {},
): TestProcess =>
  runProcess({
    command: [process.execPath, 'server/main.ts'],
    env: {
      ...inherited(),
      LOG_LEVEL: 'error',
      ...(!settings.PORT && { PORT: '0', NODE_ENV: 'test' }),
      ...settings,
    },
    words: 'Bweni is open',
    ...options,
  })
