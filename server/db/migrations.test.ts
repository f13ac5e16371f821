import { createHash } from 'node:crypto'
import { readdirSync, readFileSync } from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { expect, onTestFinished, test } from 'vitest'

/** Installed databases have run these, so they never change: a change is a new migration. */
test.each([
  ['0001_first_slice.sql', 'a76b11d8644e09d624e0442d98bdbaafea45607bf07c86e4f23c0a22574c46e6'],
  [
    '0002_desk_and_receipts.sql',
    '5e8d02026acf823d517929a2db6a129238b1e592dd37b48392333b8ed41e6914',
  ],
  ['0003_moving_in.sql', 'ddadea4d4c95b637a176e9da851756d856eca0c3fe43094980e4ff54a77b5b63'],
  ['0004_community.sql', 'd5839706c2884ce3e5e75d63af0cc1c1dd32c58fcf3f84558c0befea98c049e3'],
  [
    '0005_wifi_and_assistant.sql',
    'e3ad5e08d8188a86daace9490435ba5ca8bd3b4ce53e9c337f2976eab2747259',
  ],
])('%s stays as it was shipped', (name, shipped) => {
  const statements = readFileSync(new URL(`./migrations/${name}`, import.meta.url))
  expect(createHash('sha256').update(statements).digest('hex')).toBe(shipped)
})

test('in existing databases a receipt used elsewhere is distinguished from another amount', async () => {
  const folder = new URL('./migrations/', import.meta.url)
  const files = readdirSync(folder).sort()
  const run = (names: string[]) =>
    pglite.exec(names.map((name) => readFileSync(new URL(name, folder), 'utf8')).join('\n'))
  const split = files.indexOf('0009_payment_follow_up.sql')
  const pglite = new PGlite()
  onTestFinished(() => pglite.close())
  await run(files.slice(0, split))
  await pglite.exec(`
    insert into companies (slug, name, tagline, email, phone, address, hours)
      values ('a', 'A', '', '', '', '', '');
    insert into users (company_id, first_name, last_name, email, username, password_hash)
      values (1, 'A', 'B', 'a@x.example', 'a', '');
    insert into payment_requests (company_id, checkout_request_id, callback_token,
      starter_company_id, starter_user_id, account_user_id, purpose, account_reference,
      wire_reference, description, phone, amount, initiated_at, differing_amount_reported, status,
      ended_at)
      select 1, n, n, 1, 1, 1, 'rent', '', '', '', '254712345678', 10, now(), n < 4,
        case n when 1 then 'processing' else 'failed' end, case when n > 1 then now() end
      from generate_series(1, 4) n;
    insert into desk_items (company_id, reason, request_id, receipt)
      values (1, 'differing_amount', 1, 'R1'), (1, 'differing_amount', 2, 'R2')`)
  await run(files.slice(split))
  const { rows } = await pglite.query(
    'select differing_amount_reported, receipt_used_elsewhere from payment_requests order by id',
  )
  expect(rows.map((row) => Object.values(row as object))).toEqual([
    [true, false],
    [true, false],
    [false, true],
    [false, false],
  ])
})
