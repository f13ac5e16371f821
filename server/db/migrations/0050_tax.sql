-- For the tax return. The rate of the tax on rent that a residence has set, by the month from which it holds; before its first
-- one the law's holds, which is in rules/rent-received.ts.
create table tax_rates (
  company_id integer not null references companies,
  from_month text not null check (from_month ~ '^20\d\d-(0[1-9]|1[0-2])$'),
  -- In hundredths of a percent.
  rate integer not null check (rate between 0 and 10000),
  primary key (company_id, from_month)
);

-- The number of the eTIMS invoice beside a receipt. The latest holds; null takes the one before away.
create table etims_numbers (
  company_id integer not null references companies,
  id integer generated always as identity,
  payment_id integer not null,
  number text check (number ~ '^[A-Z0-9][A-Z0-9/-]{2,39}$'),
  entered_by integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, payment_id) references payments,
  foreign key (company_id, entered_by) references users
);
create index etims_numbers_of_payment on etims_numbers (company_id, payment_id, id);
create trigger append_only before update or delete on etims_numbers
  for each row execute function refuse_change();
create trigger append_only_all before truncate on etims_numbers
  for each statement execute function refuse_change();
