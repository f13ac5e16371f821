-- What a residence charges besides rent: its price list, what recurs each month, and late fees.
create table fees (
  company_id integer not null references companies,
  id integer generated always as identity,
  name text not null check (trim(name) <> ''),
  -- Staff may enter another amount than the price.
  may_vary boolean not null default false,
  -- Can be charged anew.
  active boolean not null default true,
  position integer not null,
  primary key (company_id, id)
);

create table fee_prices (
  company_id integer not null,
  fee_id integer not null,
  from_day date not null,
  amount integer not null check (amount > 0),
  primary key (company_id, fee_id, from_day),
  foreign key (company_id, fee_id) references fees on delete cascade
);

-- A fee that is charged for every month of rent from the first to the last.
create table recurring_fees (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  fee_id integer not null,
  -- What was agreed instead of the price of the list.
  amount integer check (amount > 0),
  note text check (trim(note) <> ''),
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  until_month text check (until_month ~ '^\d{4}-(0[1-9]|1[0-2])$' and until_month >= from_month),
  entered_by integer not null,
  submission_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, submission_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, fee_id) references fees,
  foreign key (company_id, entered_by) references users
);
create index recurring_fees_of_user on recurring_fees (company_id, user_id);

-- By which rule rent is late; it holds for the rent of a month and later ones, until the next rule.
create table late_fee_terms (
  company_id integer not null references companies,
  from_month text not null check (from_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  grace_days integer not null check (grace_days >= 0),
  amount integer check (amount > 0),
  percent integer check (percent between 1 and 100),
  cap integer check (cap > 0),
  primary key (company_id, from_month),
  check ((amount is null) <> (percent is null)),
  check (cap is null or percent is not null)
);

-- A fee has the name that it had in the price list, a late fee the month of rent that it is for. What takes one back is
-- of the same kind and has both, too, so that fees are told from rent without a look at another row.
alter table charges
  add column name text check (trim(name) <> ''),
  add column fee_id integer,
  add column recurring_id integer,
  add column late_month text check (late_month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  add foreign key (company_id, fee_id) references fees,
  add foreign key (company_id, recurring_id) references recurring_fees,
  drop constraint charges_kind_check,
  add constraint charges_kind_check check (kind in ('rent', 'waiver', 'correction', 'fee', 'late_fee')),
  drop constraint charges_check,
  add constraint charges_check
    check (amount <> 0 and (kind <> 'rent' or amount > 0) and (kind <> 'waiver' or amount < 0)
      and (kind not in ('fee', 'late_fee') or (reverses_charge_id is null) = (amount > 0))),
  drop constraint charges_check2,
  add constraint charges_check2
    check (kind = 'rent' or kind = 'late_fee' and reverses_charge_id is null
      or kind = 'fee' and reverses_charge_id is null and (entered_by is not null or recurring_id is not null)
      or (coalesce(trim(reason), '') <> '' and entered_by is not null)),
  drop constraint charges_check3,
  add constraint charges_check3
    check (reverses_charge_id is null or kind in ('correction', 'fee', 'late_fee')),
  add check ((kind = 'fee') = (name is not null and fee_id is not null)),
  add check ((kind = 'late_fee') = (late_month is not null)),
  add check (recurring_id is null or kind = 'fee' and reverses_charge_id is null);
-- However often the job runs, and whatever has been taken back since.
create unique index one_charge_a_recurring_month on charges (company_id, recurring_id, month)
  where recurring_id is not null;
create unique index one_late_fee_a_month on charges (company_id, user_id, late_month)
  where kind = 'late_fee' and reverses_charge_id is null;
create index charges_of_fee on charges (company_id, fee_id) where fee_id is not null;

create or replace function refuse_unequal_charge_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from charges reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_charge_id
      and reversed.user_id = new.user_id and reversed.amount = -new.amount
      and reversed.kind <> 'rent' and reversed.reverses_charge_id is null
      and new.kind = case when reversed.kind in ('fee', 'late_fee') then reversed.kind else 'correction' end
      and new.name is not distinct from reversed.name
      and new.late_month is not distinct from reversed.late_month
  ) then
    raise exception 'a reversal is the opposite of its charge' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
