-- One device at a time, decided in one statement.

-- The device that a code let in last: one row for each code, so that two cannot get in at once.
create table radius.let_in (
  username text primary key,
  callingstationid text,
  let_in_at timestamptz not null default now()
);

-- Tries of all devices: of a day, and those that are old enough to be forgotten. Nobody asks by code any more.
create index radpostauth_authdate on radius.radpostauth (authdate);
drop index radius.radpostauth_username;

-- What people pay for others stands in the list of their payments.
create index on payment_requests (starter_company_id, starter_user_id)
  where company_id <> starter_company_id or account_user_id <> starter_user_id;

-- Where FreeRADIUS has its role already (radius/role.sql).
do $$
begin
  if exists (select from pg_roles where rolname = 'bweni_radius') then
    grant select, insert, update on radius.let_in to bweni_radius;
  end if;
end
$$;
