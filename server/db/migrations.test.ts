import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, onTestFinished, test } from 'vitest'
import { describeSchema, migrations, schemaFile } from '../testing/schema-page.ts'
import { emptyDatabase } from '../testing/server.ts'
import { openEmbedded, openPostgres } from './connect.ts'

const files = migrations.map(({ name }) => name)
const statementsOf = (names: string[]) =>
  migrations
    .filter(({ name }) => names.includes(name))
    .map(({ statements }) => statements)
    .join('\n')

/** As `sha256sum` writes and checks them. */
const pins = readFileSync(new URL('./migrations.sha256', import.meta.url), 'utf8')
  .trim()
  .split('\n')
const pinOf = (name: string) =>
  `${createHash('sha256')
    .update(statementsOf([name]))
    .digest('hex')}  ${name}`

test('shipped migrations never change: installed databases have run them', () => {
  const pinned = new Set(pins.map((line) => line.split('  ')[1] ?? ''))
  const unpinned = files.filter((name) => !pinned.has(name)).map(pinOf)
  expect(
    unpinned,
    `Add to server/db/migrations.sha256, in its place:\n${unpinned.join('\n')}\n`,
  ).toEqual([])
  expect(files.map(pinOf), 'A shipped migration was edited: write a new one instead.').toEqual(pins)
})

test('server/db/schema.sql is what the migrations make', async () => {
  expect(
    await describeSchema(),
    'Run `node scripts/write-schema.ts` and commit server/db/schema.sql.',
  ).toBe(readFileSync(schemaFile, 'utf8'))
})

/** A database as it was before a migration, with a company and a user; `migrate` runs all that follow. */
async function databaseBefore(kind: 'pglite' | 'postgres', migration: string) {
  const database =
    kind === 'pglite'
      ? await openEmbedded(null)
      : openPostgres(await emptyDatabase(), { patient: true })
  onTestFinished(() => database.close())
  const split = files.indexOf(migration)
  await database.script(statementsOf(files.slice(0, split)))
  await database.script(`
    insert into companies (slug, name, tagline, email, phone, address, hours)
      values ('a', 'A', '', '', '', '', '');
    insert into users (company_id, first_name, last_name, email, username, password_hash)
      values (1, 'A', 'B', 'a@x.example', 'a', '')`)
  return {
    run: (statements: string) => database.script(statements),
    migrate: () => database.script(statementsOf(files.slice(split))),
    async rows(query: string) {
      const { rows } = await sql.raw(query).execute(database.db)
      return rows.map((row) => Object.values(row as object))
    },
  }
}

const pushes = (count: number) => `
  insert into payment_requests (company_id, checkout_request_id, callback_token,
    starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
    wire_reference, description, phone, amount, initiated_at, status, ended_at)
    select 1, n, n, 1, 1, 1, 'rent', '', '', '', '254712345678', 10, now(), 'completed', now()
    from generate_series(1, ${count}) n;`

test('in existing databases a receipt used elsewhere is distinguished from another amount', async () => {
  const { run, migrate, rows } = await databaseBefore('pglite', '0009_payment_follow_up.sql')
  await run(`
    insert into payment_requests (company_id, checkout_request_id, callback_token,
      starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
      wire_reference, description, phone, amount, initiated_at, differing_amount_reported, status,
      ended_at)
      select 1, n, n, 1, 1, 1, 'rent', '', '', '', '254712345678', 10, now(), n < 4,
        case n when 1 then 'processing' else 'failed' end, case when n > 1 then now() end
      from generate_series(1, 4) n;
    insert into desk_items (company_id, reason, request_id, receipt)
      values (1, 'differing_amount', 1, 'R1'), (1, 'differing_amount', 2, 'R2')`)
  await migrate()
  const states = 'select differing_amount_reported, receipt_used_elsewhere from payment_requests'
  expect(await rows(`${states} order by id`)).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
  ])
})

test.each(['pglite', 'postgres'] as const)(
  'what counted twice on %s: corrections name their payment, items the receipt that counts elsewhere',
  async (kind) => {
    const name = '0014_counted_twice.sql'
    const { run, migrate, rows } = await databaseBefore(kind, name)
    // The payments of the pushes have the same ids. The first six were corrected by staff (100 more); for the
    // others receipts were credited elsewhere (200 more).
    await run(`
      ${pushes(11)}
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at, request_id)
        select 1, 1, 'rent', 'push', 10, now(), n from generate_series(1, 11) n;
      insert into payments (company_id, id, user_id, purpose, kind, amount, paid_at, reason, entered_by,
        reverses_payment_id) overriding system value
        select 1, 100 + n, 1, 'rent', 'correction', case n when 4 then -9 else -10 end, now(), 'Twice', 1,
          case n when 3 then 3 end
        from generate_series(1, 6) n;
      insert into desk_items (company_id, reason, request_id, closed_at, outcome, closed_by, note,
        payment_company_id, payment_id)
        select 1, case n when 5 then 'differing_amount' else 'counted_twice' end, n, now(), 'corrected', 1,
          'Twice', 1, 100 + n
        from generate_series(1, 6) n;
      insert into payments (company_id, id, user_id, purpose, kind, amount, paid_at)
        overriding system value
        select 1, 200 + n, 1, 'rent', 'paybill', 10, now() from generate_series(7, 12) n;
      insert into receipts (receipt, company_id, payment_id)
        select 'R' || n, 1, 200 + n from generate_series(7, 12) n;
      insert into receipts (receipt, company_id, payment_id) values ('R2', 1, 2), ('R0', 1, 7);
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at, reason, entered_by,
        reverses_payment_id) values (1, 1, 'rent', 'correction', -10, now(), 'Wrong', 1, 209);
      insert into raw_reports (company_id, kind, request_id, raw, received_at)
        select 1, 'callback', n, '{"Value":"R' || n || '"}', now() from generate_series(8, 10) n;
      insert into raw_reports (company_id, kind, request_id, raw, received_at)
        values (1, 'status', 10, '{"Value":"R12"}', now());
      insert into desk_items (company_id, reason, request_id)
        select 1, 'counted_twice', n from generate_series(7, 11) n`)
    await migrate()
    await run(statementsOf([name]))
    expect(
      await rows(`select id, reverses_payment_id from payments
        where id between 101 and 106 order by id`),
    ).toEqual([
      [101, 1],
      // It has got a receipt since.
      [102, null],
      [103, 3],
      // Not the whole amount.
      [104, null],
      // Another amount had arrived.
      [105, null],
      [106, 6],
    ])
    expect(
      await rows(`select request_id, counted_receipt, outcome from desk_items
        where request_id > 6 order by id`),
    ).toEqual([
      // Its payment has a receipt of its own.
      [7, null, 'by_itself'],
      [8, 'R8', null],
      // The credit was taken back.
      [9, 'R9', 'by_itself'],
      // Two receipts were reported.
      [10, null, null],
      [11, null, null],
    ])
    await expect(run('update payments set amount = 1')).rejects.toThrow('append-only')
  },
)

test('rents that were corrected before name their months, and charges the rule of their day', async () => {
  const { run, migrate, rows } = await databaseBefore('postgres', '0041_charged_rent.sql')
  await run(`
    update companies set first_month = 'pro_rata';
    insert into rooms (company_id, room_number, rate) values (1, 'A1', 6500);
    insert into tenancies (company_id, user_id) values (1, 1);
    insert into stays (company_id, tenancy_id, room_id, from_day) values (1, 1, 1, '2026-09-20');
    insert into charges (company_id, user_id, tenancy_id, kind, month, amount) values
      (1, 1, 1, 'rent', '2026-09', 2383), (1, 1, 1, 'rent', '2026-10', 6500), (1, 1, 1, 'rent', '2026-11', 6500);
    begin;
    insert into charges (company_id, user_id, kind, month, amount, reason, entered_by)
      values (1, 1, 'correction', '2026-11', 1000, 'Rent of Ksh 7,000', 1);
    insert into staff_log (company_id, user_id, act, subject, subject_id, after)
      values (1, 1, 'rooms.rents', 'company', 1, '{"correct": true, "differences": [{"id": 1, "amount": 1000,
        "months": [{"month": "2026-10", "before": 6500, "after": 7000},
          {"month": "2026-11", "before": 6500, "after": 7000}]}]}');
    commit;
    insert into staff_log (company_id, user_id, act, subject, subject_id, after)
      values (1, 1, 'rooms.rents', 'company', 1, '{"correct": false, "differences": [{"id": 1, "amount": 5,
        "months": [{"month": "2026-10", "before": 6500, "after": 6505}]}]}')`)
  await migrate()
  expect(
    await rows('select tenancy_id, month, amount, charge_id from rent_corrections order by month'),
  ).toEqual([
    [1, '2026-10', 500, 4],
    [1, '2026-11', 500, 4],
  ])
  expect(await rows('select month, first_month from charges order by id')).toEqual([
    ['2026-09', 'pro_rata'],
    ['2026-10', 'full'],
    ['2026-11', 'full'],
    ['2026-11', null],
  ])
})

test('users have arrangements from the first recurring fee, agreement or payment over a link on', async () => {
  const { run, migrate, rows } = await databaseBefore('postgres', '0058_arrangements.sql')
  const arrange = ([fee, agreement, link]: number[]) => `
    insert into recurring_fees (company_id, user_id, fee_id, from_month, entered_by, submission_id)
      values (1, ${fee}, 1, '2026-11', 1, gen_random_uuid());
    insert into agreements (company_id, user_id, kind, owed, after_payment, wording, made_at, agreed_at, submission_id)
      values (1, ${agreement}, 'promise', 10, 0, 'Soon', now(), now(), gen_random_uuid());
    insert into pay_links (company_id, user_id, token_hash, label, show_name, show_owed, submission_id, created_at)
      values (1, ${link}, sha256('${link}'), 'Mum', true, true, gen_random_uuid(), now());
    insert into payment_requests (company_id, checkout_request_id, callback_token, account_user_id, purpose,
      account_reference, wire_reference, description, phone, amount, initiated_at, pay_link_id, submission_id)
      select 1, 'L' || id, 'L' || id, user_id, 'rent', '', '', '', '254712345678', 10, now(), id, gen_random_uuid()
      from pay_links where user_id = ${link};`
  await run(`
    insert into users (company_id, first_name, last_name, email, username, password_hash)
      select 1, 'A', 'B', n, n, '' from generate_series(2, 9) n;
    insert into fees (company_id, name, position) values (1, 'Laundry', 1);
    ${pushes(1)}
    ${arrange([2, 3, 4])}`)
  await migrate()
  await run(arrange([5, 6, 7]))
  // Taken from one user and given to another.
  await run('update recurring_fees set user_id = 8 where user_id = 5')
  expect(await rows('select id from users where has_arrangements order by id')).toEqual(
    [2, 3, 4, 5, 6, 7, 8].map((id) => [id]),
  )
})

test('ID numbers that the log of staff had are not shown any more, and that they changed is', async () => {
  const { run, migrate, rows } = await databaseBefore('pglite', '0070_id_numbers_in_the_log.sql')
  const log = (act: string, before: string, after: string) =>
    `insert into staff_log (company_id, user_id, act, subject, subject_id, before, after)
      values (1, 1, '${act}', 'user', 1, '${before}', '${after}');`
  await run(`
    ${log('tenancy.details', '{"id_number": "1234", "year": 1}', '{"id_number": "5678", "year": 2}')}
    ${log('tenancy.details', '{"id_number": "1234"}', '{"id_number": "1234"}')}
    ${log('tenancy.details', 'null', '{"id_number": "1234"}')}
    ${log('tenancy.note', 'null', '{"note": "1234"}')}`)
  await migrate()
  const [hidden, other] = ['not shown', 'not shown, another one']
  expect(await rows('select before, after from staff_log order by id')).toEqual([
    [
      { id_number: hidden, year: 1 },
      { id_number: other, year: 2 },
    ],
    [{ id_number: hidden }, { id_number: hidden }],
    [null, { id_number: other }],
    [null, { note: '1234' }],
  ])
  await expect(run(`update staff_log set act = 'refused'`)).rejects.toThrow()
})

test('what was read out of the log of staff has places of its own', async () => {
  const { run, migrate, rows } = await databaseBefore('pglite', '0082_out_of_the_log.sql')
  const log = (act: string, subject: [string, number], before: unknown, after: unknown) =>
    `insert into staff_log (company_id, user_id, act, subject, subject_id, before, after)
      values (1, 1, '${act}', '${subject[0]}', ${subject[1]},
        '${JSON.stringify(before)}', '${JSON.stringify(after)}');`
  const until = (...days: (string | null)[]) => ({ stays: days.map((day) => ({ until_day: day })) })
  const verdicts = [{ step: 'paybill', verdict: 'ok', text: 'Fine.' }]
  const company: [string, number] = ['company', 1]
  await run(`
    insert into tenancies (company_id, user_id, ended_day)
      select 1, 1, '2026-01-01' from generate_series(1, 4);
    insert into statements (company_id, source, shape, file_name, file_hash, account, from_at, until_at, row_count,
      uploaded_by) values (1, 'paybill', 'portal_table', 'a.csv', 'a', '1', now(), now(), 1, 1);
    ${log('tenancy.remove', ['tenancy', 1], until('2026-06-30'), null)}
    ${log('tenancy.remove', ['tenancy', 1], until('2026-07-31', '2026-12-31'), null)}
    ${log('tenancy.remove', ['tenancy', 2], until(null), null)}
    ${log('tenancy.remove', ['tenancy', 3], null, null)}
    ${log('mpesa.check', company, null, { paybill: '600100', verdicts })}
    ${log('mpesa.register', company, null, { paybill: '600100', verdicts: [] })}
    ${log('mpesa.push', company, null, { phone: '254712345678' })}
    ${log('statement.upload', ['statement', 1], null, { credited: { cents: 500 }, desk: { cents: 200 }, held: { cents: 100 } })}
    ${log('statement.upload', ['statement', 1], null, { credited: { cents: 500 }, desk: { cents: 0 } })}
    ${log('statement.upload', ['statement', 1], null, { file: 'of an earlier release' })}
    ${log('statement.upload', ['statement', 9], null, { credited: { cents: 1 }, desk: { cents: 1 } })}`)
  await migrate()
  expect(await rows('select agreed_end from tenancies order by id')).toEqual(
    ['2026-12-31', null, null, null].map((day) => [day]),
  )
  expect(await rows('select kind, paybill, verdicts from mpesa_checks order by id')).toEqual([
    ['check', '600100', verdicts],
    ['registration', '600100', []],
  ])
  const uploads = await rows(
    'select statement_id, uploaded_by, cents from statement_uploads order by id',
  )
  expect(uploads.map((upload) => upload.map(Number))).toEqual([
    [1, 1, 600],
    [1, 1, 500],
  ])
})
