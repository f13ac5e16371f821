import type { Server as HttpServer } from 'node:http'
import type { FastifyBaseLogger } from 'fastify'
import { type Namespace, Server, type Socket } from 'socket.io'
import type { ClientMessages, ServerEvents } from '#contract/socket.ts'
import type { AuthUser, authenticateToken } from '../auth/access.ts'
import type { Database } from '../db/connect.ts'
import { acceptConnection, type Connection, expireWithToken } from './connection.ts'
import { limitPackets, limitSockets, onePerConnection } from './limits.ts'
import { PostgresAdapter } from './postgres-adapter.ts'

type Payload<E extends keyof ServerEvents> = Parameters<ServerEvents[E]>

/** Emits events to open browsers, on whichever node they are connected; what is stored goes over HTTP. */
export interface Sockets {
  emitToUser<E extends keyof ServerEvents>(
    company_id: number,
    user_id: number,
    event: E,
    ...payload: Payload<E>
  ): void
  /** As `emitToUser`, but dropped where the connection is busy. */
  emitVolatileToUser<E extends keyof ServerEvents>(
    company_id: number,
    user_id: number,
    event: E,
    ...payload: Payload<E>
  ): void
  emitToUsers<E extends keyof ServerEvents>(
    company_id: number,
    user_ids: number[],
    event: E,
    ...payload: Payload<E>
  ): void
  emitToCompany<E extends keyof ServerEvents>(
    company_id: number,
    event: E,
    ...payload: Payload<E>
  ): void
  /** To the sockets that have joined any of the rooms, once to each. A room's name begins with its company. */
  emitToRooms<E extends keyof ServerEvents>(rooms: string[], event: E, ...payload: Payload<E>): void
  /** Calls a feature's handler for every new connection, before anything comes over it. */
  onConnection(listener: (connection: Connection) => void): void
  /** Disconnects every socket of a session that has ended, on all nodes. */
  dropSession(session_id: string): void
  close(): Promise<void>
}

interface EventsBetweenNodes {
  session_over: (session_id: string) => void
}

interface SocketData {
  user: AuthUser
  expires_at: Date
}

export type SocketServer = Server<ClientMessages, ServerEvents, EventsBetweenNodes, SocketData>
export type ServerSocket = Socket<ClientMessages, ServerEvents, EventsBetweenNodes, SocketData>
export type Authenticate = (token: string) => ReturnType<typeof authenticateToken>

/** The sessions, as far as sockets need them. */
export interface Sessions {
  authenticate: Authenticate
  /** Those of the ids whose session has not ended. */
  listLive(session_ids: string[]): Promise<Set<string>>
  /** The clock by which they end. */
  now(): Date
}

const companyRoom = (company_id: number) => `company:${company_id}`
const userRoom = (company_id: number, user_id: number) => `user:${company_id}:${user_id}`
const sessionRoom = (session_id: string) => `session:${session_id}`

/** Longer than a handshake can take between looking its session up and being connected. */
const REMEMBER_ENDED_MS = 60_000
const SESSION_SWEEP_MS = 60_000

/** Sockets on the HTTP server; on PostgreSQL the nodes pass events on to each other. */
export function openSocketServer(
  http: HttpServer,
  database: Database,
  { authenticate, listLive, now }: Sessions,
  log: FastifyBaseLogger,
): Sockets {
  const io: SocketServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 20_000,
  })
  const { engine } = database
  if (engine.kind === 'postgres') {
    const cluster = { pool: engine.pool, log, onListening: () => void dropEndedSessions() }
    io.adapter(
      class extends PostgresAdapter {
        constructor(namespace: Namespace) {
          super(namespace, cluster)
        }
      },
    )
  }
  io.engine.on('connection', limitPackets)

  /** Sessions that ended just now: a handshake may have found them alive a moment before. */
  const ended = new Map<string, number>()
  function disconnectLocally(session_id: string) {
    const now = Date.now()
    for (const [id, at] of ended) if (at < now - REMEMBER_ENDED_MS) ended.delete(id)
    ended.set(session_id, now)
    io.local.in(sessionRoom(session_id)).disconnectSockets(true)
  }
  io.on('session_over', disconnectLocally)

  /** While no connection listened, `session_over` may have been missed. */
  async function dropEndedSessions() {
    const sessions = new Set(
      [...io.of('/').sockets.values()].map(({ data }) => data.user.session_id),
    )
    if (sessions.size === 0) return
    try {
      const live = await listLive([...sessions])
      for (const id of sessions) if (!live.has(id)) disconnectLocally(id)
    } catch (error) {
      log.warn({ err: error }, 'the sessions of sockets could not be looked up')
    }
  }
  const sweep = setInterval(() => void dropEndedSessions(), SESSION_SWEEP_MS)

  const isFirst = onePerConnection()
  io.use(async (socket, next) => {
    if (!isFirst(socket)) return next(new Error('connected_already'))
    const { token } = socket.handshake.auth
    try {
      const found = await authenticate(typeof token === 'string' ? token : '')
      if (!found) return next(new Error('not_signed_in'))
      socket.data.user = found.user
      socket.data.expires_at = found.expires_at
      next()
    } catch {
      // The database is away; the browser tries again by itself.
      next(new Error('unavailable'))
    }
  })

  const listeners: ((connection: Connection) => void)[] = []
  io.on('connection', async (socket) => {
    const { company_id, id, session_id } = socket.data.user
    const ownRoom = userRoom(company_id, id)
    // Nothing is awaited before this: a browser that knows it is connected misses no event.
    const joined = socket.join([ownRoom, companyRoom(company_id), sessionRoom(session_id)])
    if (ended.has(session_id)) return socket.disconnect(true)
    limitSockets(io, ownRoom)
    const connection = acceptConnection(socket, log)
    expireWithToken(socket, connection, { authenticate, now })
    for (const listen of listeners) listen(connection)
    await joined
  })

  return {
    emitToUser(company_id, user_id, event, ...payload) {
      io.to(userRoom(company_id, user_id)).emit(event, ...payload)
    },
    emitVolatileToUser(company_id, user_id, event, ...payload) {
      io.to(userRoom(company_id, user_id)).volatile.emit(event, ...payload)
    },
    emitToUsers(company_id, user_ids, event, ...payload) {
      // An empty list of rooms would emit to everybody.
      if (user_ids.length === 0) return
      io.to(user_ids.map((id) => userRoom(company_id, id))).emit(event, ...payload)
    },
    emitToCompany(company_id, event, ...payload) {
      io.to(companyRoom(company_id)).emit(event, ...payload)
    },
    emitToRooms(rooms, event, ...payload) {
      if (rooms.length === 0) return
      io.to(rooms).emit(event, ...payload)
    },
    onConnection(listener) {
      listeners.push(listener)
    },
    dropSession(session_id) {
      disconnectLocally(session_id)
      if (engine.kind === 'postgres') io.serverSideEmit('session_over', session_id)
    },
    async close() {
      clearInterval(sweep)
      // Not on the other nodes: their browsers stay where they are.
      io.local.disconnectSockets(true)
      // Not io.close(): that would close the HTTP server under the requests in flight.
      io.engine.close()
      await io.of('/').adapter.close()
    },
  }
}
