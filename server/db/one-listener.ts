import type pg from 'pg'

/**
 * The pool as Socket.IO's adapter sees it: whoever asks for another connection to listen on gives up
 * the one before. By itself the adapter keeps a connection that broke while it was being set up, and
 * after an outage may listen twice and tell everything twice.
 */
export function oneListener(pool: pg.Pool) {
  let giveUp = () => {}

  async function connect() {
    giveUp()
    const client = await pool.connect()
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

  return { query: pool.query.bind(pool), connect, close: () => giveUp() }
}
