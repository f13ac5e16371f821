import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import { Server, type Socket } from 'socket.io'
import type { LiveEvents, LiveRequests } from '#contract/live.ts'
import type { authenticateToken } from '../auth/access.ts'
import type { Database } from '../db/connect.ts'
import { oneListener } from '../db/one-listener.ts'
import { boundPackets, boundSockets, onlyOne } from './limits.ts'
import { openShared, serveRequests } from './requests.ts'
import { companyRoom, personRoom, postRoom, sessionRoom, waitingRoom } from './rooms.ts'

/** Pushes to the open browsers of a person; writing goes over HTTP. */
export interface Live {
  toUser<E extends keyof LiveEvents>(
    company_id: number,
    user_id: number,
    event: E,
    ...said: Parameters<LiveEvents[E]>
  ): void
  /** To several people at once. */
  toUsers<E extends keyof LiveEvents>(
    company_id: number,
    user_ids: number[],
    event: E,
    ...said: Parameters<LiveEvents[E]>
  ): void
  /** To everybody in a residence. */
  toCompany<E extends keyof LiveEvents>(
    company_id: number,
    event: E,
    ...said: Parameters<LiveEvents[E]>
  ): void
  /** To those who have a post on screen. */
  toWatchers<E extends keyof LiveEvents>(
    company_id: number,
    post_id: number,
    event: E,
    ...said: Parameters<LiveEvents[E]>
  ): void
  /** To those who have a post on screen that was not up until now: fetch it again. */
  toWaiting(company_id: number, post_id: number): void
  /** Puts out every socket of a session that has ended. */
  dropSession(session_id: string): void
  close(): Promise<void>
}

/** What the nodes tell each other. */
interface BetweenNodes {
  session_over: (session_id: string) => void
}

/** Who sits at a socket. */
interface SocketData {
  user: NonNullable<Awaited<ReturnType<Authenticate>>>['user']
  expires_at: Date
}

export type LiveServer = Server<LiveRequests, LiveEvents, BetweenNodes, SocketData>
export type LiveSocket = Socket<LiveRequests, LiveEvents, BetweenNodes, SocketData>
export type Authenticate = (token: string) => ReturnType<typeof authenticateToken>

/** Longer than a handshake can take between looking its session up and being connected. */
const remember_ended_ms = 60_000

/** Sockets on the HTTP server; on PostgreSQL the nodes pass events on to each other. */
export function openLive(http: HttpServer, database: Database, authenticate: Authenticate): Live {
  const io: LiveServer = new Server(http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 20_000,
  })
  const listener = database.engine.kind === 'postgres' ? oneListener(database.engine.pool) : null
  if (listener) io.adapter(createAdapter(listener as unknown as pg.Pool))
  io.engine.on('connection', boundPackets)

  /** Sessions that ended just now: a handshake may have found them alive a moment before. */
  const ended = new Map<string, number>()
  function endHere(session_id: string) {
    const now = Date.now()
    for (const [id, at] of ended) if (at < now - remember_ended_ms) ended.delete(id)
    ended.set(session_id, now)
    io.local.in(sessionRoom(session_id)).disconnectSockets(true)
  }
  io.on('session_over', endHere)

  const isOnly = onlyOne()
  io.use(async (socket, next) => {
    if (!isOnly(socket)) return next(new Error('connected_already'))
    const { token } = socket.handshake.auth
    try {
      const found = await authenticate(typeof token === 'string' ? token : '')
      if (!found) return next(new Error('not_signed_in'))
      socket.data.user = found.user
      socket.data.expires_at = found.expires_at
      next()
    } catch {
      // The database is away; the browser comes back by itself.
      next(new Error('unavailable'))
    }
  })

  const shared = openShared(database.db)
  io.on('connection', async (socket) => {
    const { company_id, id, session_id } = socket.data.user
    const mine = personRoom(company_id, id)
    // Without a pause after the handshake: whoever is told that they are connected misses nothing.
    const joined = socket.join([mine, companyRoom(company_id), sessionRoom(session_id)])
    if (ended.has(session_id)) return socket.disconnect(true)
    boundSockets(io, mine)
    serveRequests(io, socket, shared, authenticate)
    await joined
  })

  return {
    toUser(company_id, user_id, event, ...said) {
      io.to(personRoom(company_id, user_id)).emit(event, ...said)
    },
    toUsers(company_id, user_ids, event, ...said) {
      // To no room at all would be to everybody.
      if (user_ids.length === 0) return
      io.to(user_ids.map((id) => personRoom(company_id, id))).emit(event, ...said)
    },
    toCompany(company_id, event, ...said) {
      io.to(companyRoom(company_id)).emit(event, ...said)
    },
    toWatchers(company_id, post_id, event, ...said) {
      io.to(postRoom(company_id, post_id)).emit(event, ...said)
    },
    toWaiting(company_id, post_id) {
      io.to(waitingRoom(company_id, post_id)).emit('post', { id: post_id })
    },
    dropSession(session_id) {
      endHere(session_id)
      if (listener) io.serverSideEmit('session_over', session_id)
    },
    async close() {
      io.disconnectSockets(true)
      // Not io.close(): that would close the HTTP server under the requests in flight.
      io.engine.close()
      listener?.close()
      await io.of('/').adapter.close()
    },
  }
}
