import type pg from 'pg'

/** For who asks after the end: an error would only make the adapter ask again. */
const never = new Promise<never>(() => {})

/**
 * The pool as Socket.IO's adapter sees it: whoever asks for another connection to listen on gives up
 * the one before. By itself the adapter keeps a connection that broke while it was being set up, and
 * after an outage may listen twice and tell everything twice.
 */
export function oneListener(pool: pg.Pool) {
  let giveUp = () => {}
  let closed = false

  async function connect() {
    if (closed) return never
    giveUp()
    const client = await pool.connect()
    // Another may have come meanwhile: the adapter tries again for each sign of a broken connection.
    giveUp()
    if (closed) {
      client.release(true)
      return never
    }
    let held = true
    const release = () => {
      if (!held) return
      held = false
      client.removeAllListeners('end').removeAllListeners('notification')
      // Not back into the pool: it is subscribed to channels.
      client.release(true)
    }
    giveUp = release
    return {
      on: (event: 'end' | 'notification', listener: () => void) => client.on(event, listener),
      query: (statement: string) => client.query(statement),
      removeAllListeners: (event: string) => client.removeAllListeners(event),
      release,
    }
  }

  function close() {
    closed = true
    giveUp()
  }

  return { query: pool.query.bind(pool), connect, close }
}
