import type pg from 'pg'

/** Gives Amina 24 months of charges and of payments with receipts. */
export async function giveAminaTwoYears(client: pg.Client): Promise<void> {
  const amina = `select company_id, user_id, (select id from tenancies t
    where t.company_id = l.company_id and t.user_id = l.user_id) as tenancy_id
    from logins l where login = '254712345678'`
  await client.query(`
    insert into charges (company_id, user_id, tenancy_id, kind, month, amount)
    select company_id, user_id, tenancy_id, 'rent', to_char(now() - make_interval(months => m), 'YYYY-MM'), 6500
    from (${amina}) a, generate_series(2, 23) m on conflict do nothing`)
  await client.query(`
    with paid as (
      insert into payments (company_id, user_id, purpose, kind, amount, paid_at)
      select company_id, user_id, 'rent', 'paybill', 6500, now() - make_interval(months => m)
      from (${amina}) a, generate_series(2, 23) m returning company_id, id)
    insert into receipts (receipt, company_id, payment_id)
    select 'BENCH' || id, company_id, id from paid`)
}
