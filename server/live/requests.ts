import { openTypists, typingIn } from '../chat/typing.ts'
import type { Db } from '../db/connect.ts'
import { openStandings, watching } from '../posts/watching.ts'
import type { Authenticate, LiveServer, LiveSocket } from './live.ts'
import { personRoom } from './rooms.ts'

const largest_id = 2_147_483_647
const isId = (said: unknown): said is number =>
  Number.isInteger(said) && Number(said) > 0 && Number(said) <= largest_id

/** Answers whoever waits for an answer. */
function answer(said: unknown[], yes: boolean) {
  const tell = said.find((word) => typeof word === 'function')
  tell?.(yes)
}

/** A failure of ours is a no. */
const no = () => false

/** What the sockets of a node share. */
export const openShared = (db: Db) => ({
  db,
  standings: openStandings(db),
  typists: openTypists(),
})

/** What a socket may say. Anybody can send anything: what makes no sense is passed over. */
export function serveRequests(
  io: LiveServer,
  socket: LiveSocket,
  { db, standings, typists }: ReturnType<typeof openShared>,
  authenticate: Authenticate,
) {
  const { user } = socket.data
  let end: ReturnType<typeof setTimeout>
  // The browser renews it, or comes back with a fresh token; an ended session cannot.
  function endAt(time: Date) {
    clearTimeout(end)
    end = setTimeout(() => socket.disconnect(true), time.getTime() - Date.now())
  }
  endAt(socket.data.expires_at)
  socket.on('disconnect', () => clearTimeout(end))

  async function renew(token: unknown): Promise<boolean> {
    const found = await authenticate(typeof token === 'string' ? token : '')
    // The id of a session is nobody else's: the same session is the same person.
    const taken = found?.user.session_id === user.session_id
    if (found && taken && socket.connected) endAt(found.expires_at)
    return taken
  }
  socket.on('renew', async (...said: unknown[]) => {
    // Not known while the database is away: the socket lives on to the end of its token.
    const taken = await renew(said[0]).catch(() => null)
    answer(said, taken === true)
    if (taken === false) socket.disconnect(true)
  })

  const watch = watching(standings, user, socket)
  socket.on('watch', async (...said: unknown[]) => {
    answer(said, await watch.begin(isId(said[0]) ? said[0] : null).catch(no))
  })

  const typing = typingIn(db, user, typists)
  socket.on('typing', async (...said: unknown[]) => {
    const { post, person } = Object(said[0])
    if (!isId(post) || !isId(person)) return
    if (!(await typing.allowed({ post, person }).catch(no))) return
    io.to(personRoom(user.company_id, person)).volatile.emit('typing', {
      post,
      person: user.id,
    })
  })

  socket.onAnyOutgoing((event, told) => {
    // What was looked up before may no longer hold.
    if (event === 'conversation') typing.forget()
    if (event === 'post') void watch.again(told.id).catch(no)
  })
}
