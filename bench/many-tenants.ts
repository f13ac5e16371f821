import type pg from 'pg'

/** Gives the demo residence so many tenants in all, each in a room of their own. */
export async function fillHouse(client: pg.Client, total: number): Promise<void> {
  const { rows } = await client.query(
    'select count(*)::int as n from tenancies where company_id = 1 and ended_day is null',
  )
  const first = rows[0].n + 1
  await client.query(
    `
    with person as (
      insert into users (company_id, first_name, last_name, email, username, password_hash)
      select 1,
        (array['Amina', 'Brian', 'Mũthoni', 'Wanjiku', 'Otieno', 'Zainab'])[1 + n % 6],
        (array['Kamau', 'Ndung’u', 'Njoroge', 'Odhiambo', 'Gĩtaũ'])[1 + n % 5] || ' ' || n,
        'crowd' || n, 'crowd' || n, '' from generate_series($1::int, $2) n returning company_id, id),
    home as (
      insert into rooms (company_id, room_number, rate)
      select 1, 'C' || n, 6500 from generate_series($1::int, $2) n returning company_id, id),
    tenancy as (
      insert into tenancies (company_id, user_id)
      select company_id, id from person returning company_id, id)
    insert into stays (company_id, tenancy_id, room_id, from_day)
    select 1, t.id, h.id, '2026-01-05'
    from (select id, row_number() over (order by id) as place from tenancy) t
    join (select id, row_number() over (order by id) as place from home) h using (place)`,
    [first, total],
  )
  await client.query('vacuum analyze')
}

/** Signs Grace in; the header for her calls. */
export async function asGrace(url: string): Promise<Record<string, string>> {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: 'staff@acacia.example', password: 'staff-demo-2026' }),
  })
  const { access_token } = (await response.json()) as { access_token: string }
  return { authorization: `Bearer ${access_token}` }
}
