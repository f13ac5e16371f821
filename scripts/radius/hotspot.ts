import { spawn } from 'node:child_process'

type Attributes = Record<string, string | number>

export interface Answer {
  /** `Access-Accept`, `Access-Reject`, `Accounting-Response`, or `none`. */
  kind: string
  /** Its attributes, of which none comes twice. */
  said: Record<string, string>
}

/** A router at whose hotspot people sign in, played by `radclient`. */
export interface Hotspot {
  /** Somebody types a code as name and password, as most do; further attributes win. */
  signIn(code: string, device: string, more?: Attributes): Promise<Answer>
  /** The same by CHAP, where the browser sends a hash of what was typed. */
  signInByChap(code: string, device: string, password?: string): Promise<Answer>
  /** What a router tells of a session: `Start`, `Interim-Update`, `Stop`, `Accounting-On`. */
  tell(status: string, attributes: Attributes, patience_s?: number): Promise<Answer>
  /**
   * One device asks for all of these codes at once; how many are answered, and how. More than 200 are too
   * many for the buffer of a socket: the system loses some before FreeRADIUS sees them.
   */
  flood(codes: string[], device: string): Promise<Flood>
}

export interface Flood {
  accepted: number
  rejected: number
  lost: number
}

function run(words: string[], input: string): Promise<string> {
  const child = spawn('radclient', words, { stdio: ['pipe', 'pipe', 'ignore'] })
  child.stdin.end(input)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => resolve(output))
  })
}

const written = (asked: Attributes) =>
  Object.entries(asked)
    .map(([name, value]) =>
      typeof value === 'number' ? `${name} = ${value}` : `${name} = ${JSON.stringify(value)}`,
    )
    .join('\n')

/** Asks once and waits for the answer, which to a wrong code comes late. */
async function radclient(
  port: number,
  kind: string,
  secret: string,
  asked: Attributes,
  patience_s = 20,
): Promise<Answer> {
  const words = ['-x', '-r', '1', '-t', `${patience_s}`, `127.0.0.1:${port}`, kind, secret]
  const output = await run(words, `${written(asked)}\n`)
  const [, kindSaid = 'none', rest = ''] =
    /Received ([\w-]+) Id [^\n]*\n([\s\S]*)/.exec(output) ?? []
  const said: Record<string, string> = {}
  for (const [, name = '', value = ''] of rest.matchAll(/^\t([\w-]+) = "?(.*?)"?$/gm)) {
    said[name] = value
  }
  return { kind: kindSaid, said }
}

export function hotspotOn({
  auth_port,
  acct_port,
  secret,
}: {
  auth_port: number
  acct_port: number
  secret: string
}): Hotspot {
  const ask = (attributes: Attributes) => radclient(auth_port, 'auth', secret, attributes)
  return {
    signIn: (code, device, more = {}) =>
      ask({
        'User-Name': code,
        'User-Password': code,
        'Calling-Station-Id': device,
        'NAS-Identifier': 'hotspot',
        ...more,
      }),
    signInByChap: (code, device, password = code) =>
      ask({ 'User-Name': code, 'CHAP-Password': password, 'Calling-Station-Id': device }),
    tell: (status, attributes, patience_s) => {
      const router = { 'NAS-IP-Address': '192.168.88.1', 'NAS-Port-Type': 'Wireless-802.11' }
      const told = { 'Acct-Status-Type': status, ...router, ...attributes }
      return radclient(acct_port, 'acct', secret, told, patience_s)
    },
    async flood(codes, device) {
      const words = ['-s', '-r', '1', '-t', '20', '-p', `${codes.length}`]
      const asked = codes.map((code) =>
        written({ 'User-Name': code, 'User-Password': code, 'Calling-Station-Id': device }),
      )
      const summary = await run(
        [...words, `127.0.0.1:${auth_port}`, 'auth', secret],
        `${asked.join('\n\n')}\n`,
      )
      const count = (name: string) =>
        Number(new RegExp(`${name}\\s*: (\\d+)`).exec(summary)?.[1] ?? Number.NaN)
      return { accepted: count('Accepted'), rejected: count('Rejected'), lost: count('Lost') }
    },
  }
}
