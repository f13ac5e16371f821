import { io, type Socket } from 'socket.io-client'
import { type ClientMessages, type ServerEvents, serverEvents } from '#contract/socket.ts'

export type TestSocket = Socket<ServerEvents, ClientMessages> & {
  /** What came of one event, in the order it came. */
  heard<E extends keyof ServerEvents>(event: E): Parameters<ServerEvents[E]>[0][]
}

const opened: Socket[] = []

/** A socket that does not come back by itself. */
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
    heard: (event: string) => all.filter(([name]) => name === event).map(([, payload]) => payload),
  }) as unknown as TestSocket
}

/** One that is connected. */
export async function connected(url: string, token: string): Promise<TestSocket> {
  const socket = openSocket(url, token)
  await once(socket, 'connect')
  return socket
}

/** The first time that something happens on a socket; its first argument. */
export const once = (socket: TestSocket, event: string) =>
  new Promise<Error>((resolve) => (socket as Socket).once(event, resolve))

export function closeSockets() {
  for (const socket of opened.splice(0)) socket.disconnect()
}
