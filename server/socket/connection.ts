import type { FastifyBaseLogger } from 'fastify'
import { type ClientMessages, clientMessages, type ServerEvents } from '#contract/socket.ts'
import type { AuthUser } from '../auth/access.ts'
import type { Authenticate, ServerSocket } from './sockets.ts'

/** A feature's view of one socket, which belongs to one signed-in user. */
export interface Connection {
  readonly user: AuthUser
  readonly connected: boolean
  /**
   * Handles a message of the contract. The payload is parsed, and an invalid one is dropped. A handler
   * that fails is logged and answers `false`.
   */
  on<M extends keyof ClientMessages>(
    message: M,
    handler: (...args: Parameters<ClientMessages[M]>) => unknown,
  ): void
  /** Runs before an event goes out to this socket. */
  beforeEmit<E extends keyof ServerEvents>(event: E, listener: ServerEvents[E]): void
  join(room: string): unknown
  leave(room: string): unknown
}

/** A client may send anything: no acknowledgement callback, or one in place of the payload. */
function answerTo(args: unknown[]) {
  const acknowledge = args.find((arg) => typeof arg === 'function')
  return (value: boolean) => void acknowledge?.(value)
}

export function acceptConnection(socket: ServerSocket, log: FastifyBaseLogger): Connection {
  return {
    user: socket.data.user,
    get connected() {
      return socket.connected
    },
    on(message, handler) {
      const { payload, ...definition } = clientMessages[message]
      const listener = async (...args: unknown[]) => {
        const parsed = payload.safeParse(args[0])
        if (!parsed.success) return
        const answer = 'answer' in definition ? answerTo(args) : () => {}
        try {
          await (handler as (...args: unknown[]) => unknown)(parsed.data, answer)
        } catch (error) {
          log.error({ err: error, message }, 'socket message failed')
          answer(false)
        }
      }
      socket.on(message, listener as never)
    },
    beforeEmit(event, listener) {
      socket.onAnyOutgoing((name, payload) => {
        if (name === event) (listener as (payload: unknown) => void)(payload)
      })
    },
    join: (room) => socket.join(room),
    leave: (room) => socket.leave(room),
  }
}

/** Ends the socket with its access token, which `renew` replaces by a fresh one of the same session. */
export function expireWithToken(
  socket: ServerSocket,
  connection: Connection,
  authenticate: Authenticate,
) {
  const { user, expires_at } = socket.data
  let timer: ReturnType<typeof setTimeout>
  function endAt(time: Date) {
    clearTimeout(timer)
    timer = setTimeout(() => socket.disconnect(true), time.getTime() - Date.now())
  }
  endAt(expires_at)
  socket.on('disconnect', () => clearTimeout(timer))

  // While the database is away this throws: the answer is `false`, and the socket stays until its token ends.
  connection.on('renew', async (token, answer) => {
    const found = await authenticate(token)
    const accepted = found?.user.session_id === user.session_id
    if (found && accepted && socket.connected) endAt(found.expires_at)
    answer(accepted)
    if (!accepted) socket.disconnect(true)
  })
}
