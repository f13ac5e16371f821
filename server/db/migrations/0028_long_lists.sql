-- A name as it is searched and listed by: in lower case, without accents and apostrophes.
create function name_key_of(name text) returns text language sql immutable as $$
  select regexp_replace(normalize(lower(name), nfd), '[\u0300-\u036f''’‘ʼ`]', '', 'g')
$$;

alter table users add name_key text collate "C" not null
  generated always as (name_key_of(trim(first_name || ' ' || last_name))) stored;

-- A page of the tenants' list costs the same however many there are.
create index users_by_name on users (company_id, name_key, id);

-- The same for a page of a month's payments and charges, see listEntries.
create index payments_by_time on payments (company_id, purpose, paid_at, id);
create index receipts_by_time on receipts (company_id, paid_at, payment_id);
create index charges_by_time on charges (company_id, month, created_at, id);
