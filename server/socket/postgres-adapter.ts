import type { FastifyBaseLogger } from 'fastify'
import type pg from 'pg'
import type { Namespace } from 'socket.io'
import {
  ClusterAdapterWithHeartbeat,
  type ClusterMessage,
  type ClusterResponse,
  MessageType,
} from 'socket.io-adapter'

const CHANNEL = 'socket.io#/'
/** PostgreSQL takes no longer notifications; a longer one names a row instead. */
const MAX_BYTES = 7999
const HEARTBEAT_MS = 5000
/** A node that hasn't been heard for so long is gone. */
const GONE_AFTER_MS = 30_000
/** Longer than this between two heartbeats of one's own, and others may not have been heard either. */
const MAX_SILENCE_MS = 3 * HEARTBEAT_MS
const LISTEN_AGAIN_MS = 1000
/** By then every node has fetched a long event. */
const KEPT_S = 60

export interface Cluster {
  pool: pg.Pool
  log: Pick<FastifyBaseLogger, 'warn'>
  /** Called once a connection listens: earlier events may have been missed. */
  onListening(): void
}

/**
 * Passes Socket.IO's events on to the other nodes, as notifications of the database. A node listens on one connection at a time.
 * Events that can't be sent are dropped: browsers fetch what they have missed.
 */
export class PostgresAdapter extends ClusterAdapterWithHeartbeat {
  readonly #cluster: Cluster
  #listening: pg.PoolClient | undefined
  /** The first notification over the present connection, and the last; a node hears its own, too. */
  #heard: { first: number; last: number } | undefined
  #timer: NodeJS.Timeout | undefined
  /** Notices that a connection is silent that never ended, such as one whose route was cut. */
  readonly #watch = setInterval(() => this.#dropIfSilent(), HEARTBEAT_MS)
  #since = 0
  #isClosed = false

  constructor(namespace: Namespace, cluster: Cluster) {
    super(namespace, { heartbeatInterval: HEARTBEAT_MS, heartbeatTimeout: GONE_AFTER_MS })
    this.#cluster = cluster
    void this.#listen()
  }

  protected override async doPublish(message: ClusterMessage) {
    if (message.type !== MessageType.BROADCAST || !(await this.#isAlone())) {
      await this.#send(message)
    }
    // An offset is where a browser could begin again after a break; these events are kept nowhere.
    return ''
  }

  protected override doPublishResponse(_: string, response: ClusterResponse) {
    return this.#send(response)
  }

  override close() {
    super.close()
    this.#isClosed = true
    clearTimeout(this.#timer)
    clearInterval(this.#watch)
    this.#drop(this.#listening)
  }

  /**
   * A node that is alone keeps events to itself: a notification costs as much as crediting half a payment. It is alone when it has
   * listened without a break for as long as others may be silent; a node that starts says so before it accepts sockets.
   */
  async #isAlone() {
    const now = performance.now()
    return (
      this.#heard !== undefined &&
      now - this.#heard.first > GONE_AFTER_MS &&
      now - this.#heard.last < MAX_SILENCE_MS &&
      (await this.serverCount()) === 1
    )
  }

  async #listen() {
    let client: pg.PoolClient | undefined
    try {
      client = await this.#cluster.pool.connect()
      this.#listening = client
      this.#heard = undefined
      this.#since = 0
      if (this.#isClosed) return this.#drop(client)
      client.on('end', () => this.#drop(client))
      client.on('notification', ({ payload = '' }) => void this.#receive(payload))
      await client.query(`listen "${CHANNEL}"`)
      this.#since = performance.now()
      // The other nodes may have given this one up, and answer.
      this.init()
      this.#cluster.onListening()
    } catch {
      this.#drop(client)
    }
  }

  #dropIfSilent() {
    const last = this.#heard?.last ?? this.#since
    if (last > 0 && performance.now() - last > GONE_AFTER_MS) this.#drop(this.#listening)
  }

  /** Gives the connection up, once, and listens on another after a while. */
  #drop(client: pg.PoolClient | undefined) {
    if (client !== this.#listening) return
    this.#listening = undefined
    client?.removeAllListeners('notification').removeAllListeners('end')
    // Destroyed instead of returned to the pool: it is subscribed to the channel.
    client?.release(true)
    if (this.#isClosed) return
    this.#timer = setTimeout(() => void this.#listen(), LISTEN_AGAIN_MS * (1 + Math.random()))
  }

  async #receive(payload: string) {
    const now = performance.now()
    this.#heard = { first: this.#heard?.first ?? now, last: now }
    try {
      const message = JSON.parse(payload)
      if (message.uid === this.uid) return
      this.onMessage(message.attachmentId ? await this.#fetch(message.attachmentId) : message)
    } catch (error) {
      this.#cluster.log.warn({ err: error }, 'an event of another node could not be read')
    }
  }

  async #fetch(id: string): Promise<ClusterMessage> {
    const { rows } = await this.#cluster.pool.query(
      `select convert_from(payload, 'UTF8') as text from socket_io_attachments where id = $1`,
      [id],
    )
    return JSON.parse(rows[0]?.text)
  }

  async #send(message: (ClusterMessage | ClusterResponse) & { uid?: string }) {
    const payload = JSON.stringify(message)
    if (Buffer.byteLength(payload) <= MAX_BYTES) return this.#notify(payload)
    const { rows } = await this.#cluster.pool.query(
      `insert into socket_io_attachments (payload) values (convert_to($1, 'UTF8')) returning id`,
      [payload],
    )
    await this.#notify(JSON.stringify({ uid: message.uid, attachmentId: rows[0].id }))
    // It may be a message between two people, and is kept elsewhere.
    setTimeout(() => void this.#forgetOld().catch(() => {}), 2 * KEPT_S * 1000).unref()
  }

  #forgetOld() {
    return this.#cluster.pool.query(
      'delete from socket_io_attachments where created_at < now() - make_interval(secs => $1)',
      [KEPT_S],
    )
  }

  /**
   * Nothing is lost when the machine fails before a notification is on its disk: its listeners have lost their connection too.
   * And PostgreSQL lets one transaction commit notifications at a time, until it is on the disk.
   */
  async #notify(payload: string) {
    await this.#cluster.pool.query(
      `select set_config('synchronous_commit', 'off', true), pg_notify($1, $2)`,
      [CHANNEL, payload],
    )
  }
}
