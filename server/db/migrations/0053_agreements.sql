-- By when tenants pay what they owe: promises that they make, and instalment plans that both sides agree to. They change no
-- balance, and whether one is kept is computed from the ledger whenever somebody reads it.
alter table companies
  -- Whether tenants may promise, at most how many days ahead, how much of what is owed, and how often in six months.
  add promises_allowed boolean not null default true,
  add promise_days integer not null default 14 check (promise_days between 1 and 180),
  add promise_percent integer not null default 100 check (promise_percent between 1 and 100),
  add promises_per_half_year integer not null default 3 check (promises_per_half_year between 1 and 50);

-- What is known of HELB's payouts: when one is expected, and that it has come. Entries are never changed; one is taken back
-- by an entry that names it. The latest that was not taken back is what is known.
create table helb_news (
  company_id integer not null references companies,
  id integer generated always as identity,
  -- Which payout: the next one begins when one is expected after another has come.
  round integer not null check (round >= 1),
  kind text not null check (kind in ('expected', 'came', 'taken_back')),
  day date,
  takes_back integer,
  note text check (trim(note) <> ''),
  entered_by integer not null,
  entered_at timestamptz not null,
  primary key (company_id, id),
  -- Sent again, it is entered once; an entry is taken back once.
  unique (company_id, takes_back),
  foreign key (company_id, takes_back) references helb_news,
  foreign key (company_id, entered_by) references users,
  check ((kind = 'taken_back') = (takes_back is not null)),
  check ((kind = 'taken_back') = (day is null))
);
create index helb_news_of_round on helb_news (company_id, round, id);
create trigger append_only before update or delete on helb_news
  for each row execute function refuse_change();
create trigger append_only_all before truncate on helb_news execute function refuse_change();

create view helb_rounds as
  select distinct on (news.company_id, news.round)
    news.company_id, news.round, news.id, news.kind, news.day, news.note
  from helb_news news
  where news.kind <> 'taken_back'
    and not exists (select from helb_news other
      where other.company_id = news.company_id and other.takes_back = news.id)
  order by news.company_id, news.round, news.id desc;

create table agreements (
  company_id integer not null references companies,
  id integer generated always as identity,
  user_id integer not null,
  kind text not null check (kind in ('promise', 'plan')),
  -- What was owed, and the last payment that the account had: only what comes after it keeps the agreement.
  owed integer not null check (owed > 0),
  after_payment integer not null check (after_payment >= 0),
  -- As both sides have read it.
  wording text not null check (trim(wording) <> ''),
  -- Staff, who set it; null for the tenant.
  made_by integer,
  made_at timestamptz not null,
  submission_id uuid not null,
  -- When both had agreed; a later agreement replaces it from then on.
  agreed_at timestamptz,
  agreed_by integer,
  -- Withdrawn or declined; without a member of staff by the tenant.
  ended_at timestamptz,
  ended_by integer,
  reason text check (trim(reason) <> ''),
  primary key (company_id, id),
  unique (company_id, submission_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, made_by) references users,
  foreign key (company_id, agreed_by) references users,
  foreign key (company_id, ended_by) references users,
  check (kind = 'plan' or (made_by is null and agreed_at is not null)),
  check (agreed_at is null or agreed_at >= made_at),
  check (ended_at is not null or (ended_by is null and reason is null)),
  -- A plan in force is only replaced.
  check (kind = 'promise' or agreed_at is null or ended_at is null)
);
create index agreements_of_user on agreements (company_id, user_id, agreed_at desc, id desc)
  include (ended_at);
create index agreements_waiting on agreements (company_id, id) where agreed_at is null and ended_at is null;

create table agreement_parts (
  company_id integer not null,
  agreement_id integer not null,
  position integer not null check (position >= 1),
  amount integer not null check (amount > 0),
  -- On a day, or so many days after HELB has come.
  day date,
  helb_round integer,
  days_after integer check (days_after between 0 and 60),
  primary key (company_id, agreement_id, position),
  foreign key (company_id, agreement_id) references agreements,
  check ((day is null) = (helb_round is not null)),
  check ((helb_round is null) = (days_after is null))
);
create index agreement_parts_on_helb on agreement_parts (company_id, helb_round)
  where helb_round is not null;
create trigger append_only before update or delete on agreement_parts
  for each row execute function refuse_change();
create trigger append_only_all before truncate on agreement_parts execute function refuse_change();

-- All that changes is that it is agreed to, once, and that it ends, once.
create function refuse_changed_agreement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null then
    if old.agreed_at is null then
      old.agreed_at := new.agreed_at;
      old.agreed_by := new.agreed_by;
    end if;
    old.ended_at := new.ended_at;
    old.ended_by := new.ended_by;
    old.reason := new.reason;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'an agreement is never changed' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete on agreements
  for each row execute function refuse_changed_agreement();
create trigger append_only_all before truncate on agreements execute function refuse_change();

-- The payments of rent that count: without those that were taken back, and what took them back. One that counts again after
-- it was taken back by mistake is no new money: `origin` is the payment that it restores.
create view counting_payments as
  select payments.company_id, payments.user_id, payments.id, payments.amount,
    coalesce(receipts.paid_at, payments.paid_at) as paid_at,
    case when payments.reverses_payment_id is null then payments.id else (
      with recursive named as (
        select payments.reverses_payment_id as id
        union all
        select earlier.reverses_payment_id from named
        join payments earlier on earlier.company_id = payments.company_id and earlier.id = named.id
        where earlier.reverses_payment_id is not null
      )
      select min(id) from named) end as origin
  from payments
  left join receipts on receipts.company_id = payments.company_id and receipts.payment_id = payments.id
  where payments.purpose = 'rent'
    and (payments.reverses_payment_id is null or payments.kind <> 'correction')
    and not exists (select from payments reversal
      where reversal.company_id = payments.company_id
        and reversal.reverses_payment_id = payments.id);

-- Staff have spoken with somebody who owes rent.
create table calls (
  company_id integer not null references companies,
  id integer generated always as identity,
  user_id integer not null,
  outcome text not null check (outcome in ('reached', 'no_answer', 'wrong_number', 'will_pay', 'disputes')),
  day date not null,
  note text check (trim(note) <> ''),
  made_by integer not null,
  created_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, made_by) references users
);
create index calls_of_user on calls (company_id, user_id, id);
create index calls_of_day on calls (company_id, day, user_id);

-- Which kinds there are is said by rules/account-notice.ts alone: each feature has its own.
alter table account_notices
  drop constraint account_notices_kind_check,
  add constraint account_notices_kind_check check (kind ~ '^[a-z_]+$');
