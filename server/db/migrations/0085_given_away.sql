-- What each member of staff has given away without a second person. The sums of a day are compared with the residence's limit.
create table given_away (
  company_id integer not null references companies (id),
  id integer not null generated always as identity,
  given_by integer not null,
  shillings integer not null check (shillings > 0),
  given_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, given_by) references users (company_id, id)
);
create index on given_away (company_id, given_by, given_at);
create trigger append_only before delete or update on given_away
  for each row execute function refuse_change();
create trigger append_only_all before truncate on given_away
  for each statement execute function refuse_change();
