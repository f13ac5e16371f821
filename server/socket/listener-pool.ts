import type pg from 'pg'

/** Nodes send a heartbeat every five seconds. */
const MAX_SILENCE_MS = 15_000

/** Returned after closing: an error would make the adapter retry. */
const never = new Promise<never>(() => {})

/**
 * The pool for Socket.IO's adapter: asking for a new connection to listen on releases the previous one.
 * Without this the adapter keeps a connection that broke while it was being set up, and after an outage
 * may listen twice and emit every event twice.
 * @param onListening called once a connection listens: earlier events may have been missed
 */
export function singleListenerPool(pool: pg.Pool, onListening: () => void) {
  let releasePrevious = () => {}
  let closed = false
  /** The first notification over the present connection, and the last; a node hears its own, too. */
  let heard: { first: number; last: number } | null = null

  async function connect() {
    if (closed) return never
    releasePrevious()
    heard = null
    const client = await pool.connect()
    client.on('notification', () => {
      const now = performance.now()
      heard = { first: heard?.first ?? now, last: now }
    })
    // The adapter may have asked again meanwhile: it does so for each sign of a broken connection.
    releasePrevious()
    if (closed) {
      client.release(true)
      return never
    }
    let held = true
    const release = () => {
      if (!held) return
      held = false
      client.removeAllListeners('end').removeAllListeners('notification')
      // Destroyed instead of returned to the pool: it is subscribed to channels.
      client.release(true)
    }
    releasePrevious = release
    return {
      on: (event: 'end' | 'notification', listener: () => void) => client.on(event, listener),
      async query(statement: string) {
        const result = await client.query(statement)
        if (/^listen/i.test(statement)) onListening()
        return result
      },
      removeAllListeners: (event: string) => client.removeAllListeners(event),
      release,
    }
  }

  function close() {
    closed = true
    releasePrevious()
  }

  /**
   * Nothing is lost when the machine fails before a notification is on its disk: its listeners have lost their connection too.
   * And PostgreSQL lets one transaction commit notifications at a time, until it is on the disk.
   */
  const query = (text: string, values: unknown[]) =>
    pool.query(
      text.replace(
        /^select (?=pg_notify\()/i,
        "select set_config('synchronous_commit', 'off', true), ",
      ),
      values,
    )

  /** Whether every notification of the last so many milliseconds has been received. */
  function hasHeardFor(milliseconds: number) {
    const now = performance.now()
    return heard !== null && now - heard.first > milliseconds && now - heard.last < MAX_SILENCE_MS
  }

  return { query, connect, close, hasHeardFor }
}
