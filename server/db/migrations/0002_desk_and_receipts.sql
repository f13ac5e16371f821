-- What an installation's nodes share about its paybill. M-Pesa's access token: a new one ends the one
-- before it, so there must be one for all. And how far its statement has been asked for.
create table daraja_accounts (
  -- Base address and consumer key: another paybill begins anew.
  account text primary key,
  token text,
  token_until timestamptz,
  -- While one node fetches a token the others wait for it.
  token_claimed_until timestamptz,
  statement_asked_at timestamptz,
  -- Payments since then may be on it that M-Pesa never told; null when there is nothing to look for.
  statement_wanted_since timestamptz,
  -- Since it was last read; each one lengthens the wait.
  statement_failures integer not null default 0,
  -- M-Pesa wants us to slow down.
  paused_until timestamptz
);

alter table payment_requests
  -- A code that is no ending we know of: it keeps processing, and the desk sees it.
  add column unknown_code text,
  add column unknown_desc text,
  -- When M-Pesa is asked next for the receipt of a push that is counted without one.
  add column receipt_query_at timestamptz,
  add column receipt_query_count integer not null default 0;
create index on payment_requests (company_id, receipt_query_at) where receipt_query_at is not null;

alter table desk_items
  drop constraint desk_items_reason_check,
  add check (reason in ('differing_amount', 'unmatched', 'fraction', 'possible_twin',
    'second_receipt', 'counted_twice', 'silent', 'unknown_code', 'unreadable')),
  add column outcome text check (outcome in
    ('assigned', 'attached', 'corrected', 'confirmed', 'dismissed', 'by_itself')),
  -- Null when later news from M-Pesa closed it by itself.
  add column closed_by integer,
  add column note text,
  -- The payment that came of it; of another company when it was credited to an account there.
  add column payment_company_id integer,
  add column payment_id integer,
  add foreign key (company_id, closed_by) references users,
  add foreign key (payment_company_id, payment_id) references payments,
  add check ((closed_at is null) = (outcome is null)),
  add check (outcome <> 'dismissed' or coalesce(trim(note), '') <> '');
drop index desk_items_company_id_request_id_idx;
create unique index one_wait_a_push on desk_items (company_id, request_id)
  where reason in ('silent', 'unknown_code');
create unique index counted_twice_once on desk_items (company_id, request_id)
  where reason = 'counted_twice';
create index on desk_items (company_id, id) where closed_at is null;
create index on desk_items (company_id, closed_at, id) where closed_at is not null;
-- A payment of the same amount that lacks its receipt is looked for among these.
create index on payments (company_id, amount, paid_at) where kind = 'push';

-- What cannot be handled is tried again after ever longer waits.
alter table raw_reports add column next_try_at timestamptz;
-- A result of a Transaction Status query comes under the push's own token, as its callback does.
alter table raw_reports
  drop constraint raw_reports_kind_check,
  drop constraint raw_reports_check,
  add check (kind in ('callback', 'status', 'confirmation')),
  add check ((kind = 'confirmation') = (request_id is null));

-- What staff did: who, what, before, after, when (design 5).
create table staff_log (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  act text not null,
  subject text not null,
  subject_id integer not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create trigger append_only before update or delete on staff_log
  for each row execute function refuse_change();
create trigger append_only_all before truncate on staff_log execute function refuse_change();
