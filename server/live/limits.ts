import type { LiveServer, LiveSocket } from './live.ts'

/** A browser says a few words when it connects, and one a second while somebody types. */
const most_packets_a_second = 30
/** Tabs and devices of one person on one node. */
const most_sockets = 20

interface Connection {
  on(event: 'packet', listener: () => void): unknown
  close(): void
}

/** Puts out a connection that talks faster than any browser of ours, signed in or not. */
export function boundPackets(connection: Connection) {
  let second = 0
  let packets = 0
  connection.on('packet', () => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) packets = 0
    second = now
    packets += 1
    if (packets > most_packets_a_second) connection.close()
  })
}

/** A connection carries one socket in its life, also one that is only on its way: a browser opens another. */
export function onlyOne() {
  const taken = new WeakSet<LiveSocket['conn']>()
  return ({ conn }: Pick<LiveSocket, 'conn'>): boolean => {
    if (taken.has(conn)) return false
    taken.add(conn)
    return true
  }
}

/** Of too many sockets of one person the oldest goes. */
export function boundSockets(io: LiveServer, room: string) {
  const sockets = io.sockets.adapter.rooms.get(room)
  const [oldest] = sockets ?? []
  if (sockets && oldest && sockets.size > most_sockets) {
    io.sockets.sockets.get(oldest)?.disconnect(true)
  }
}
