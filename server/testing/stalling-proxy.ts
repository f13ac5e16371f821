import { connect, createServer, type Server, type Socket } from 'node:net'
import { freePort } from './postgres.ts'

export interface StallingProxy {
  /** The address through the proxy. */
  url: string
  /** How many connections are open to it now. */
  connections(): number
  /** Nothing gets through and nothing is refused, like a frozen machine. */
  freeze(): void
  /** Forwards what was held. */
  thaw(): void
  /** Existing connections hang for ever, and new ones get through, as after a network change. */
  abandon(): void
  /** Breaks every connection; new ones get through. */
  cut(): void
  /** Breaks every connection and refuses new ones until `accept`. */
  refuse(): Promise<void>
  /** New connections get through again. */
  accept(): Promise<void>
  close(): Promise<void>
}

/** One direction of a connection: forwards data, or holds it until it is released. */
function forward(from: Socket, to: Socket, isHeld: () => boolean) {
  const held: Buffer[] = []
  function release() {
    for (const chunk of held.splice(0)) to.write(chunk)
    if (from.destroyed) to.destroySoon()
  }
  from.on('error', () => from.destroy())
  from.on('data', (chunk) => {
    held.push(chunk)
    if (!isHeld()) release()
  })
  from.on('close', () => {
    if (!isHeld()) release()
  })
  return release
}

/** A TCP proxy that stalls or breaks connections as networks and machines do. */
export async function openStallingProxy(address: string): Promise<StallingProxy> {
  const target = new URL(address)
  const port = await freePort()
  const open = new Set<{ incoming: Socket; outgoing: Socket; release: () => void }>()
  const abandoned = new Set<Socket>()
  let frozen = false
  let server: Server | null = null

  function join(incoming: Socket) {
    const outgoing = connect(Number(target.port), target.hostname)
    const isHeld = () => frozen || abandoned.has(incoming)
    const there = forward(incoming, outgoing, isHeld)
    const back = forward(outgoing, incoming, isHeld)
    function release() {
      if (isHeld()) return
      there()
      back()
    }
    const connection = { incoming, outgoing, release }
    open.add(connection)
    outgoing.on('close', () => open.delete(connection))
  }

  function cut() {
    for (const { incoming, outgoing } of open) {
      incoming.destroy()
      outgoing.destroy()
    }
  }

  async function accept() {
    const opening = createServer(join)
    server = opening
    await new Promise<void>((resolve) => opening.listen(port, '127.0.0.1', resolve))
  }

  async function refuse() {
    const closing = server
    server = null
    if (!closing) return
    const closed = new Promise((resolve) => closing.close(resolve))
    cut()
    await closed
  }

  await accept()
  const url = new URL(address)
  url.host = `127.0.0.1:${port}`
  return {
    url: url.href.replace(/\/$/, ''),
    connections: () => [...open].filter(({ incoming }) => !incoming.destroyed).length,
    freeze() {
      frozen = true
    },
    thaw() {
      frozen = false
      for (const { release } of open) release()
    },
    abandon() {
      for (const { incoming } of open) abandoned.add(incoming)
    },
    cut,
    refuse,
    accept,
    close: refuse,
  }
}
