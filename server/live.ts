import type { Server as HttpServer } from 'node:http'
import { createAdapter } from '@socket.io/postgres-adapter'
import type pg from 'pg'
import { Server } from 'socket.io'
import type { LiveEvents, LiveRequests } from '#contract/live.ts'
import type { memberOfToken } from './auth/access.ts'
import type { Database } from './db/connect.ts'
import { oneListener } from './db/one-listener.ts'

/** Pushes to the open browsers of a person; writing goes over HTTP. */
export interface Live {
  toUser<E extends keyof LiveEvents>(
    company_id: number,
    user_id: number,
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
  /** Puts out every socket of a session that has ended. */
  dropSession(session_id: string): void
  close(): Promise<void>
}

const personRoom = (company_id: number, user_id: number) => `person:${company_id}:${user_id}`
const companyRoom = (company_id: number) => `company:${company_id}`
const postRoom = (company_id: number, post_id: number) => `post:${company_id}:${post_id}`
const sessionRoom = (session_id: string) => `session:${session_id}`

type Authenticate = (token: string) => ReturnType<typeof memberOfToken>

/** Sockets on the HTTP server; on PostgreSQL the nodes pass events on to each other. */
export function openLive(http: HttpServer, database: Database, authenticate: Authenticate): Live {
  const io = new Server<LiveRequests, LiveEvents>(http, {
    transports: ['websocket'],
    serveClient: false,
    maxHttpBufferSize: 20_000,
  })
  const listener = database.engine.kind === 'postgres' ? oneListener(database.engine.pool) : null
  if (listener) io.adapter(createAdapter(listener as unknown as pg.Pool))

  io.use(async (socket, next) => {
    const token = socket.handshake.auth.token
    let found: Awaited<ReturnType<Authenticate>>
    try {
      found = await authenticate(typeof token === 'string' ? token : '')
    } catch {
      // The database is away; the browser comes back by itself.
      return next(new Error('unavailable'))
    }
    if (!found) return next(new Error('not_signed_in'))
    const { member, expires_at } = found
    const { company_id, id, session_id } = member
    await socket.join([
      personRoom(company_id, id),
      companyRoom(company_id),
      sessionRoom(session_id),
    ])
    // The browser comes back with a fresh token; an ended session cannot.
    const end = setTimeout(() => socket.disconnect(true), expires_at.getTime() - Date.now())
    socket.on('disconnect', () => clearTimeout(end))
    next()
  })

  return {
    toUser(company_id, user_id, event, ...said) {
      io.to(personRoom(company_id, user_id)).emit(event, ...said)
    },
    toCompany(company_id, event, ...said) {
      io.to(companyRoom(company_id)).emit(event, ...said)
    },
    toWatchers(company_id, post_id, event, ...said) {
      io.to(postRoom(company_id, post_id)).emit(event, ...said)
    },
    dropSession(session_id) {
      io.in(sessionRoom(session_id)).disconnectSockets(true)
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
