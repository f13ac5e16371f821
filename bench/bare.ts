import { createServer } from 'node:http'

/**
 * The floors: `node bench/bare.ts room` does what one call of ours has to do, each in one named statement unless it says more,
 * and nothing else. Packages are loaded by the floors that use them, because memory is compared as well.
 */
const floors: Record<string, () => Promise<void>> = { echo, room, feed, post, comment, settle }
const port = Number(process.env.PORT)
await floors[process.argv[2] ?? '']?.()
console.log('is open')

/** Fastify, connections, and the first values of every statement: the company, the session and since when it may be used. */
async function openDatabase() {
  const [{ default: Fastify }, { default: pg }] = await Promise.all([
    import('fastify'),
    import('pg'),
  ])
  const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 })
  const { rows } = await pool.query('select id from sessions order by created_at desc limit 1')
  return { app: Fastify(), pool, session: [1, rows[0]?.id ?? '', new Date(0)] }
}

/** Socket.IO passes a message to another user's socket. */
async function echo() {
  const { Server } = await import('socket.io')
  const http = createServer()
  const io = new Server(http, { transports: ['websocket'], serveClient: false })
  io.on('connection', (socket) => {
    const { id } = socket.handshake.auth
    socket.join(`person:${id}`)
    socket.on('say', (message) => {
      io.to([`person:${id}`, `person:${message.to}`]).emit('message', message)
    })
  })
  await new Promise<void>((resolve) => http.listen(port, '127.0.0.1', resolve))
}

/**
 * What the reply of a tenant without fees, promises or sponsors must contain, from session, room, rents to come, charges and
 * payments.
 */
async function room() {
  const { app, pool, session } = await openDatabase()
  const today = new Date().toISOString().slice(0, 10)
  const month = today.slice(0, 7)
  // Values as arrays: with names the payments take half as long again.
  const text = `
    select u.first_name, c.promises_allowed,
      (select json_agg(json_build_array(s.from_day, s.until_day, r.room_number, r.rate, t.deposit,
          (select min(from_day) from room_rates rr where rr.company_id = s.company_id
            and rr.room_id = s.room_id and rr.from_day > $4)) order by s.from_day, s.id)
        from tenancies t
        join stays s on s.company_id = t.company_id and s.tenancy_id = t.id
        join rooms r on r.company_id = s.company_id and r.id = s.room_id
        where t.company_id = $1 and t.user_id = u.id) as stays,
      (select json_build_array(sum(amount) filter (where month < $5),
          sum(amount) filter (where month = $5), bool_or(kind <> 'rent') filter (where month = $5))
        from charges where company_id = $1 and user_id = u.id and month <= $5) as charges,
      (select json_agg(json_build_array(p.id, p.amount, r.receipt, coalesce(r.paid_at, p.paid_at),
          p.kind, p.reverses_payment_id) order by coalesce(r.paid_at, p.paid_at) desc, p.id desc)
        from payments p
        left join receipts r on r.company_id = p.company_id and r.payment_id = p.id
        where p.company_id = $1 and p.user_id = u.id and p.purpose = 'rent') as payments
    from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = u.company_id
    where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3`
  type Payment = [
    id: number,
    amount: number,
    receipt: string,
    paid_at: string,
    kind: string,
    reverses: number | null,
  ]
  app.get('/', async () => {
    const values = [...session, today, month]
    const { rows } = await pool.query({ name: 'room', text, values })
    const { promises_allowed, stays, charges, payments } = rows[0]
    const [, until_day, room_number, rate, deposit, next_rate] = stays.at(-1)
    let brought_forward = charges[0]
    let paid_this_month = 0
    const matched_payments = payments.map(
      ([id, amount, receipt, paid_at, kind, reverses]: Payment) => {
        if (paid_at.startsWith(month)) paid_this_month += amount
        else brought_forward -= amount
        return {
          transaction_id: receipt,
          amount,
          date_time: `${paid_at.slice(0, 19)}Z`,
          receipt_number: `R${String(id).padStart(6, '0')}`,
          kind,
          takes_back: kind === 'correction' && reverses !== null,
          sponsor: null,
          voided: reverses !== null,
        }
      },
    )
    const due = brought_forward + charges[1] - paid_this_month
    return {
      ...{ room_number, rate, next_rate, current_month_balance: due },
      balance: { brought_forward, this_month: charges[1], paid_this_month },
      owed_months: due > 0 ? [{ month, owed: due }] : [],
      ...{ next_fees: 0, other_charges: [], agreed: null },
      may_promise: promises_allowed && due > 0,
      matched_payments,
      ...{ leaves_on: until_day, next_room: null, last_room: null, deposit },
    }
  })
  await app.listen({ port, host: '127.0.0.1' })
}

/** Session and a page of the feed, with the same answer. */
async function feed() {
  const { app, pool, session } = await openDatabase()
  const sizes = [480, 800, 1600]
  const text = `
    select p.*, a.first_name, a.last_name, a.profile_image
    from sessions s
    join users u on u.company_id = s.company_id and u.id = s.user_id
    join companies c on c.id = u.company_id
    join lateral (
      select * from posts where company_id = c.id and deleted_at is null and status = 'approved'
      order by position desc limit $4) p on true
    join users a on a.company_id = p.company_id and a.id = p.author_id
    where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3
    order by p.position desc`
  app.get('/', async () => {
    const { rows } = await pool.query({ name: 'feed', text, values: [...session, 24] })
    return rows.map((post) => ({
      id: post.id,
      title: post.title,
      description: post.description,
      image_url: post.image_name && `/media/${post.image_name}-1600.jpg`,
      image_sizes: post.image_name
        ? sizes.map((width) => ({
            url: `/media/${post.image_name}-${width}.jpg`,
            width,
            height: Math.round((post.image_height * width) / post.image_width),
          }))
        : [],
      author: post.first_name,
      author_ID: post.author_id,
      author_last_name: post.last_name,
      author_image: post.profile_image,
      created_at: post.created_at,
      published_at: post.published_at,
      status: post.status,
      reason: null,
      comment_count: post.comment_count,
      revision: post.revision,
    }))
  })
  await app.listen({ port, host: '127.0.0.1' })
}

/** Session, post and its newest comments. */
async function post() {
  const { app, pool, session } = await openDatabase()
  const wanted = await pool.query('select min(post_id) as id from comments')
  const text = `
    select p.*, a.first_name, a.last_name, a.profile_image,
      (select json_agg(json_build_object('id', c.id, 'content', c.content, 'author_id', c.author_id,
          'first_name', u.first_name, 'last_name', u.last_name, 'created_at', c.created_at) order by c.id)
        from (select * from comments where company_id = p.company_id and post_id = p.id
          order by id desc limit 24) c
        join users u on u.company_id = c.company_id and u.id = c.author_id) as comments
    from sessions s
    join posts p on p.company_id = s.company_id and p.id = $4 and p.deleted_at is null
    join users a on a.company_id = p.company_id and a.id = p.author_id
    where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3`
  app.get('/', async () => {
    const values = [...session, wanted.rows[0].id]
    const { rows } = await pool.query({ name: 'post', text, values })
    const { id, title, description, author_id, first_name, created_at, comments } = rows[0]
    return {
      id,
      title,
      description,
      author_ID: author_id,
      author: first_name,
      created_at,
      comments,
    }
  })
  await app.listen({ port, host: '127.0.0.1' })
}

/** Session and comment, committed by itself. */
async function comment() {
  const { app, pool, session } = await openDatabase()
  const text = `
    with author as (
      select u.* from sessions s
      join users u on u.company_id = s.company_id and u.id = s.user_id
      where s.company_id = $1 and s.id = $2 and s.ended_at is null and s.used_at > $3),
    comment as (
      insert into comments (company_id, post_id, author_id, content, created_at)
      select company_id, $4, id, $5, $6 from author returning *)
    select comment.*, author.first_name, author.last_name, author.email from comment, author`
  app.post<{ Body: { content: string; post: number } }>('/', async ({ body }, reply) => {
    const values = [...session, body.post, body.content, new Date()]
    const { rows } = await pool.query({ name: 'comment', text, values })
    const { id, content, post_id, author_id, first_name, last_name, created_at } = rows[0]
    const author_name = `${first_name} ${last_name}`
    reply.code(201)
    return { id, content, post: post_id, author: first_name, author_id, author_name, created_at }
  })
  await app.listen({ port, host: '127.0.0.1' })
}

interface Callback {
  Body: { stkCallback: { CallbackMetadata: { Item: { Name: string; Value: unknown }[] } } }
}

/** A callback is stored, then settled in a transaction that locks and reads the push and writes; nothing else is looked at. */
async function settle() {
  const { app, pool } = await openDatabase()
  const store = `
    insert into raw_reports (kind, company_id, request_id, raw, received_at)
    select 'callback', company_id, id, $3::text, $4::timestamptz from payment_requests
    where company_id = $1 and callback_token = $2
    returning id, request_id`
  const read = `
    select status, amount from payment_requests where company_id = $1 and id = $2 for update`
  const write = `
    with push as (
      select * from payment_requests where company_id = $1 and id = $2 and amount = $4),
    payment as (
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
      select company_id, account_user_id, 'rent', 'push', amount, $5::timestamptz, id from push
      returning company_id, id),
    receipt as (
      insert into receipts (receipt, company_id, payment_id, paid_at)
      select $3::text, company_id, id, $5::timestamptz from payment),
    phone as (
      delete from open_pushes where (phone, company_id, request_id) in (select phone, company_id, id from push)),
    report as (
      update raw_reports set handled_at = $5::timestamptz where company_id = $1 and id = $6),
    ended as (
      update payment_requests set status = 'completed', result_code = '0', result_desc = 'Done',
        ended_at = $5::timestamptz, next_query_at = null
      where company_id = $1 and id in (select id from push) returning row_to_json(payment_requests) as row)
    select pg_notify('bench', row::text) from ended`
  app.post<{ Params: { token: string }; Body: Callback }>(
    '/api/hooks/stk/1/:token',
    async ({ params, body }) => {
      const now = new Date()
      const report = [1, params.token, JSON.stringify(body), now]
      const kept = await pool.query({ name: 'store', text: store, values: report })
      const { id, request_id } = kept.rows[0]
      const { Item } = body.Body.stkCallback.CallbackMetadata
      const item = (name: string) => Item.find(({ Name }) => Name === name)?.Value
      const values = [1, request_id, item('MpesaReceiptNumber'), item('Amount'), now, id]
      const client = await pool.connect()
      await client.query('begin')
      const push = await client.query({ name: 'read', text: read, values: [1, request_id] })
      if (push.rows[0].status === 'processing') {
        await client.query({ name: 'write', text: write, values })
      }
      await client.query('commit')
      client.release()
      return { ResultCode: 0, ResultDesc: 'Accepted' }
    },
  )
  await app.listen({ port, host: '127.0.0.1' })
}
