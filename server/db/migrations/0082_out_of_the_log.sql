-- What was read out of the log of staff: the end that had been agreed on before somebody was removed, the checks of M-Pesa, and
-- what the uploads of each person have brought.
alter table tenancies add column agreed_end date;
update tenancies set agreed_end = (
  select (before -> 'stays' -> -1 ->> 'until_day')::date from staff_log
  where staff_log.company_id = tenancies.company_id and subject = 'tenancy' and subject_id = tenancies.id
    and act = 'tenancy.remove'
  order by id desc limit 1);

create table mpesa_checks (
  company_id integer not null references companies (id),
  id integer not null generated always as identity,
  -- check: is M-Pesa reached as it should be; registration: where payments are reported.
  kind text not null check (kind in ('check', 'registration')),
  paybill text not null,
  verdicts jsonb not null,
  checked_by integer not null,
  checked_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, checked_by) references users (company_id, id)
);
insert into mpesa_checks (company_id, kind, paybill, verdicts, checked_by, checked_at)
select company_id, case act when 'mpesa.check' then 'check' else 'registration' end,
  after ->> 'paybill', after -> 'verdicts', user_id, created_at
from staff_log
where act in ('mpesa.check', 'mpesa.register') and after ? 'paybill' and after ? 'verdicts'
order by company_id, id;

create table statement_uploads (
  company_id integer not null,
  id integer not null generated always as identity,
  statement_id integer not null,
  uploaded_by integer not null,
  -- What was credited or moved to the desk without waiting for somebody else.
  cents bigint not null,
  uploaded_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, statement_id) references statements (company_id, id),
  foreign key (company_id, uploaded_by) references users (company_id, id)
);
insert into statement_uploads (company_id, statement_id, uploaded_by, cents, uploaded_at)
select log.company_id, log.subject_id, log.user_id,
  (after -> 'credited' ->> 'cents')::bigint + (after -> 'desk' ->> 'cents')::bigint
    - coalesce((after -> 'held' ->> 'cents')::bigint, 0),
  log.created_at
from staff_log log
join statements on statements.company_id = log.company_id and statements.id = log.subject_id
where act = 'statement.upload' and after -> 'credited' ? 'cents' and after -> 'desk' ? 'cents'
order by log.company_id, log.id;
create index on statement_uploads (company_id, uploaded_by, uploaded_at);
