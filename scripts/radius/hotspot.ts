import { spawn } from 'node:child_process'

type Attributes = Record<string, string | number>

export interface RadiusReply {
  /** `Access-Accept`, `Access-Reject`, `Accounting-Response`, or `none`. */
  kind: string
  /** Attributes by name; none occurs twice. */
  attributes: Record<string, string>
}

/** A router with a hotspot, simulated by `radclient`. */
export interface Hotspot {
  /** Signs in with the code as name and password; `more` overrides attributes. */
  signIn(code: string, device: string, more?: Attributes): Promise<RadiusReply>
  /** Signs in by CHAP, where the browser sends a hash of the password. */
  signInByChap(code: string, device: string, password?: string): Promise<RadiusReply>
  /** Sends an accounting request: `Start`, `Interim-Update`, `Stop`, `Accounting-On`. */
  account(status: string, attributes: Attributes, timeoutSeconds?: number): Promise<RadiusReply>
  /**
   * One device tries all of these codes at once. Above 200 the socket's buffer is too small, and some are
   * lost before FreeRADIUS sees them.
   */
  flood(codes: string[], device: string): Promise<Flood>
}

export interface Flood {
  accepted: number
  rejected: number
  lost: number
}

function run(args: string[], input: string): Promise<string> {
  const child = spawn('radclient', args, { stdio: ['pipe', 'pipe', 'ignore'] })
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

const formatAttributes = (attributes: Attributes) =>
  Object.entries(attributes)
    .map(([name, value]) =>
      typeof value === 'number' ? `${name} = ${value}` : `${name} = ${JSON.stringify(value)}`,
    )
    .join('\n')

/** Sends one request and waits for the reply, which is delayed for a wrong code. */
async function radclient(
  port: number,
  kind: string,
  secret: string,
  request: Attributes,
  timeoutSeconds = 20,
): Promise<RadiusReply> {
  const args = ['-x', '-r', '1', '-t', `${timeoutSeconds}`, `127.0.0.1:${port}`, kind, secret]
  const output = await run(args, `${formatAttributes(request)}\n`)
  const [, replyKind = 'none', rest = ''] =
    /Received ([\w-]+) Id [^\n]*\n([\s\S]*)/.exec(output) ?? []
  const attributes: Record<string, string> = {}
  for (const [, name = '', value = ''] of rest.matchAll(/^\t([\w-]+) = "?(.*?)"?$/gm)) {
    attributes[name] = value
  }
  return { kind: replyKind, attributes }
}

export function hotspotOn({
  authPort,
  accountingPort,
  secret,
}: {
  authPort: number
  accountingPort: number
  secret: string
}): Hotspot {
  const authenticate = (attributes: Attributes) => radclient(authPort, 'auth', secret, attributes)
  return {
    signIn: (code, device, more = {}) =>
      authenticate({
        'User-Name': code,
        'User-Password': code,
        'Calling-Station-Id': device,
        'NAS-Identifier': 'hotspot',
        ...more,
      }),
    signInByChap: (code, device, password = code) =>
      authenticate({ 'User-Name': code, 'CHAP-Password': password, 'Calling-Station-Id': device }),
    account: (status, attributes, timeoutSeconds) => {
      const router = { 'NAS-IP-Address': '192.168.88.1', 'NAS-Port-Type': 'Wireless-802.11' }
      const request = { 'Acct-Status-Type': status, ...router, ...attributes }
      return radclient(accountingPort, 'acct', secret, request, timeoutSeconds)
    },
    async flood(codes, device) {
      const args = ['-s', '-r', '1', '-t', '20', '-p', `${codes.length}`]
      const requests = codes.map((code) =>
        formatAttributes({
          'User-Name': code,
          'User-Password': code,
          'Calling-Station-Id': device,
        }),
      )
      const summary = await run(
        [...args, `127.0.0.1:${authPort}`, 'auth', secret],
        `${requests.join('\n\n')}\n`,
      )
      const count = (name: string) =>
        Number(new RegExp(`${name}\\s*: (\\d+)`).exec(summary)?.[1] ?? Number.NaN)
      return { accepted: count('Accepted'), rejected: count('Rejected'), lost: count('Lost') }
    },
  }
}
