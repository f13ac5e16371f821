import { io, type Socket } from 'socket.io-client'
import { type ClientMessages, type ServerEvents, serverEvents } from '#contract/socket.ts'

export type TestSocket = Socket<ServerEvents, ClientMessages> & {
  /** The payloads of one event, in the order in which they arrived. */
  received<E extends keyof ServerEvents>(event: E): Parameters<ServerEvents[E]>[0][]
}

const opened: Socket[] = []

/** A socket that does not reconnect by itself. */
export function openSocket(url: string, token: unknown): TestSocket {
  const socket: Socket = io(url, {
    transports: ['websocket'],
    auth: { token },
    reconnection: false,
    forceNew: true,
  })
  opened.push(socket)
  const all: [string, unknown][] = []
  socket.onAny((event: keyof ServerEvents, payload) => {
    serverEvents[event].parse(payload)
    all.push([event, payload])
  })
  return Object.assign(socket, {
    received: (event: string) =>
      all.filter(([name]) => name === event).map(([, payload]) => payload),
  }) as unknown as TestSocket
}

/** Resolves once the socket is connected. */
export async function connected(url: string, token: string): Promise<TestSocket> {
  const socket = openSocket(url, token)
  await once(socket, 'connect')
  return socket
}

/** Resolves at the next time of an event, with its first argument. */
export const once = (socket: TestSocket, event: string) =>
  new Promise<Error>((resolve) => (socket as Socket).once(event, resolve))

export function closeSockets() {
  for (const socket of opened.splice(0)) socket.disconnect()
}
