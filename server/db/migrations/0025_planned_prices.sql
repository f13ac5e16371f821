-- The wifi prices that hold from a coming day; on that day they become the price list, and the row goes.
create table planned_prices (
  company_id integer primary key references companies,
  from_day date not null,
  bundles jsonb not null,
  planned_by integer not null,
  foreign key (company_id, planned_by) references users
);
