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
}

/** Asks once and waits for the answer, which to a wrong code comes late. */
function radclient(
  port: number,
  kind: string,
  secret: string,
  asked: Attributes,
  patience_s = 20,
): Promise<Answer> {
  const words = ['-x', '-r', '1', '-t', `${patience_s}`, `127.0.0.1:${port}`, kind, secret]
  const child = spawn('radclient', words, { stdio: ['pipe', 'pipe', 'pipe'] })
  const lines = Object.entries(asked).map(([name, value]) =>
    typeof value === 'number' ? `${name} = ${value}` : `${name} = ${JSON.stringify(value)}`,
  )
  child.stdin.end(`${lines.join('\n')}\n`)
  let output = ''
  child.stdout.on('data', (chunk) => {
    output += chunk
  })
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('close', () => {
      const [, kindSaid = 'none', rest = ''] =
        /Received ([\w-]+) Id [^\n]*\n([\s\S]*)/.exec(output) ?? []
      const said: Record<string, string> = {}
      for (const [, name = '', value = ''] of rest.matchAll(/^\t([\w-]+) = "?(.*?)"?$/gm)) {
        said[name] = value
      }
      resolve({ kind: kindSaid, said })
    })
  })
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
  }
}
