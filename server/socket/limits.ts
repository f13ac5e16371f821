import type { ServerSocket, SocketServer } from './sockets.ts'

/** A browser sends a few messages when it connects, and one a second while its user types. */
const MOST_PACKETS_PER_SECOND = 30
/** Tabs and devices of one user on one node. */
const MOST_SOCKETS_PER_USER = 20

interface RawConnection {
  on(event: 'packet', listener: () => void): unknown
  close(): void
}

/** Closes a connection that sends more than any browser of ours, signed in or not. */
export function limitPackets(connection: RawConnection) {
  let second = 0
  let packets = 0
  connection.on('packet', () => {
    const now = Math.floor(Date.now() / 1000)
    if (now !== second) packets = 0
    second = now
    packets += 1
    if (packets > MOST_PACKETS_PER_SECOND) connection.close()
  })
}

/**
 * Whether a socket is the first of its connection, also of one whose handshake is under way. A connection
 * carries one socket: a browser opens another connection for another.
 */
export function onePerConnection() {
  const used = new WeakSet<ServerSocket['conn']>()
  return ({ conn }: Pick<ServerSocket, 'conn'>): boolean => {
    if (used.has(conn)) return false
    used.add(conn)
    return true
  }
}

/** Disconnects the oldest socket of a user who has too many. */
export function limitSockets(io: SocketServer, room: string) {
  const sockets = io.sockets.adapter.rooms.get(room)
  const [oldest] = sockets ?? []
  if (sockets && oldest && sockets.size > MOST_SOCKETS_PER_USER) {
    io.sockets.sockets.get(oldest)?.disconnect(true)
  }
}
