-- What tenants say they paid: an M-Pesa code that they, or staff for them, have typed. It is never money. What became of it is
-- looked up in receipts and desk_items whenever somebody reads it, so that nothing is written when M-Pesa reports it.
create table payment_claims (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  receipt text not null check (receipt ~ '^[A-Z][A-L][A-Z0-9]{8}$'),
  -- As M-Pesa's SMS had them, where it was pasted.
  amount integer check (amount > 0),
  paid_on date,
  account text check (account <> '' and length(account) <= 40),
  -- Staff, who typed it for the tenant.
  entered_by integer,
  created_at timestamptz not null,
  -- Staff have found out what is behind a code that M-Pesa never reported.
  closed_at timestamptz,
  closed_by integer,
  note text,
  primary key (company_id, id),
  unique (company_id, user_id, receipt),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, entered_by) references users,
  foreign key (company_id, closed_by) references users,
  check ((closed_at is null) = (closed_by is null)),
  check ((closed_at is null) = (note is null))
);
create index payment_claims_by_receipt on payment_claims (company_id, receipt);
create index payment_claims_open on payment_claims (company_id, created_at) where closed_at is null;

-- What staff did to a tenant's account, as the tenant is told on the home page and by e-mail.
create table account_notices (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  kind text not null check (kind in ('credited', 'confirmed', 'dismissed', 'reversed', 'corrected',
    'cash', 'bank', 'waiver', 'charge', 'refund', 'undone')),
  -- Whole shillings; null where M-Pesa named none.
  amount integer,
  -- When the money was paid.
  day date,
  -- What the tenant may read of the reason.
  reason text,
  -- Null for staff of another residence, whom nobody here knows.
  entered_by integer,
  created_at timestamptz not null,
  -- Claimed before it is sent, so that it is sent once at most.
  mailed_at timestamptz,
  dismissed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, entered_by) references users
);
create index account_notices_of_user on account_notices (company_id, user_id, id);
create index account_notices_unmailed on account_notices (company_id, user_id) where mailed_at is null;
