-- Rent by the term: whole months that are billed together.

alter table companies
  add column billed_by text not null default 'month' check (billed_by in ('month', 'term')),
  -- What of a bill is given back for the whole months after somebody has left.
  add column leaving_percent integer not null default 0 check (leaving_percent between 0 and 100);

-- Null: as the residence bills.
alter table tenancies add column billed_by text check (billed_by in ('month', 'term'));

create table billing_terms (
  company_id integer not null references companies,
  id integer generated always as identity,
  name text not null check (trim(name) <> ''),
  first_month text not null check (first_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  last_month text not null check (last_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  due_day date not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  check (first_month <= last_month)
);

-- What a tenant pays for a term. The bill keeps the rule of its day for leaving early, and its months as they were billed; what
-- it comes to are its lines in the ledger.
create table bills (
  company_id integer not null,
  id integer generated always as identity,
  term_id integer not null,
  tenancy_id integer not null,
  user_id integer not null,
  name text not null,
  first_month text not null,
  last_month text not null,
  due_day date not null,
  leaving_percent integer not null check (leaving_percent between 0 and 100),
  -- Null: by itself.
  entered_by integer,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  taken_back_by integer,
  primary key (company_id, id),
  foreign key (company_id, term_id) references billing_terms,
  foreign key (company_id, user_id, tenancy_id) references tenancies (company_id, user_id, id),
  foreign key (company_id, entered_by) references users,
  foreign key (company_id, taken_back_by) references users
);
-- However often a term is billed, and whoever does it at the same time.
create unique index one_bill_a_term on bills (company_id, tenancy_id, term_id, first_month)
  where taken_back_at is null;
create index bills_of_term on bills (company_id, term_id, id);
create index bills_of_user on bills (company_id, user_id, id);
-- Few are taken back; whether a tenancy has one is asked for each that is billed.
create index taken_back_bills on bills (company_id, tenancy_id) where taken_back_at is not null;

-- What of a bill changes later: it is taken back. Nothing else does.
create function refuse_bill_change() returns trigger language plpgsql as $$
begin
  if old.taken_back_at is not null or new.taken_back_at is null
    or to_jsonb(new) - 'taken_back_at' - 'taken_back_by'
      is distinct from to_jsonb(old) - 'taken_back_at' - 'taken_back_by'
  then
    raise exception 'a bill is only taken back' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger append_only before update on bills for each row execute function refuse_bill_change();
create trigger append_only_all before truncate on bills execute function refuse_change();

-- A charge counts from the first day of its month on; a line of a bill, and what corrects one, from the day of the bill.
alter table charges
  add column bill_id integer,
  add column bill_due date,
  -- How often the rent of this month had been taken back when it was charged.
  add column times_taken_back integer not null default 0,
  add column due_day date generated always as
    (coalesce(bill_due, make_date(substr(month, 1, 4)::integer, substr(month, 6, 2)::integer, 1))) stored,
  add foreign key (company_id, bill_id) references bills,
  add check ((bill_id is null) = (bill_due is null)),
  add check (bill_id is null or kind in ('rent', 'correction'));
create index charges_of_bill on charges (company_id, bill_id) where bill_id is not null;

-- A month of rent is charged once, and again after it was taken back.
create unique index one_rent_a_month_again on charges (company_id, tenancy_id, month, times_taken_back)
  where kind = 'rent';
drop index one_rent_a_month;
alter index one_rent_a_month_again rename to one_rent_a_month;

create or replace function refuse_unequal_charge_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from charges reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_charge_id
      and reversed.user_id = new.user_id and reversed.amount = -new.amount
      and (reversed.kind <> 'rent' or reversed.bill_id is not null)
      and reversed.reverses_charge_id is null
      and reversed.bill_id is not distinct from new.bill_id
      and new.kind = case when reversed.kind in ('fee', 'late_fee') then reversed.kind else 'correction' end
      and new.name is not distinct from reversed.name
      and new.late_month is not distinct from reversed.late_month
  ) then
    raise exception 'a reversal is the opposite of its charge' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
