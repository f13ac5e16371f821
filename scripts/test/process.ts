import { spawn } from 'node:child_process'
import { resolve } from 'node:path'

export interface Result {
  ok: boolean
  /** Its output; empty if it wrote to the terminal itself. */
  output: string
}

/** Runs a command to its end; its output goes to the terminal, or, if `quiet`, into the result. */
export function runCommand(
  command: string,
  args: string[],
  {
    env = {},
    quiet = false,
    cwd,
  }: { env?: Record<string, string>; quiet?: boolean; cwd?: string } = {},
): Promise<Result> {
  return new Promise((done) => {
    const stream = quiet ? 'pipe' : 'inherit'
    const child = spawn(command, args, {
      stdio: ['ignore', stream, stream],
      ...(cwd && { cwd }),
      // Many processes load the same modules: Node caches their compiled code here.
      env: { ...process.env, NODE_COMPILE_CACHE: resolve('.build/node-cache'), ...env },
    })
    let output = ''
    const collect = (chunk: Buffer) => {
      output += chunk
    }
    child.stdout?.on('data', collect)
    child.stderr?.on('data', collect)
    child.on('error', (error) => done({ ok: false, output: error.message }))
    child.on('close', (code) => done({ ok: code === 0, output }))
  })
}
