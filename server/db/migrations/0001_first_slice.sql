-- Every table carries its company, and keys and indexes begin with it, so that the data can be
-- spread by company one day. What the outside world knows by a single string (a login, an account
-- number, a receipt, a reference on the wire, a phone being asked) has a directory table instead:
-- the string is its key, the company stands beside it.

create table installation (
  name text primary key,
  value text not null
);

create table companies (
  id integer generated always as identity primary key,
  slug text not null unique,
  name text not null,
  logo text,
  tagline text not null,
  email text not null,
  phone text not null,
  address text not null,
  hours text not null,
  -- Whether the month of moving in is charged in full or by its days.
  first_month text not null default 'full' check (first_month in ('full', 'pro_rata'))
);

create table users (
  company_id integer not null references companies,
  id integer generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  username text not null,
  phone text check (phone ~ '^254[17]\d{8}$'),
  password_hash text not null,
  must_change_password boolean not null default false,
  profile_image text,
  is_staff boolean not null default false,
  created_at timestamptz not null default now(),
  primary key (company_id, id)
);

-- An e-mail address in small letters, or a phone as 254…; one person may have both.
create table logins (
  login text primary key,
  company_id integer not null,
  user_id integer not null,
  foreign key (company_id, user_id) references users
);

create table account_numbers (
  account_number text primary key check (account_number ~ '^[2-9A-HJKMNP-Z]{8}$'),
  company_id integer not null,
  user_id integer not null,
  unique (company_id, user_id),
  foreign key (company_id, user_id) references users
);

create table sessions (
  company_id integer not null,
  id text not null,
  user_id integer not null,
  -- The refresh token used last, and its successors of which none has been used yet.
  used_hash bytea,
  next_hashes bytea[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null,
  ended_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index on sessions (company_id, user_id) where ended_at is null;

-- Kept by rate-limiter-flexible, which wants these three columns.
create table throttles (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create table rooms (
  company_id integer not null references companies,
  id integer generated always as identity,
  room_number text not null,
  rate integer not null check (rate > 0),
  capacity integer not null default 1 check (capacity > 0),
  primary key (company_id, id),
  unique (company_id, room_number)
);

create table tenancies (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, user_id, id),
  foreign key (company_id, user_id) references users
);

-- until_day is the first day on which the place is free again.
create table stays (
  company_id integer not null,
  id integer generated always as identity,
  tenancy_id integer not null,
  room_id integer not null,
  from_day date not null,
  until_day date check (until_day > from_day),
  primary key (company_id, id),
  foreign key (company_id, tenancy_id) references tenancies,
  foreign key (company_id, room_id) references rooms
);
create index on stays (company_id, tenancy_id, from_day);
create index on stays (company_id, room_id, from_day);

create table payment_requests (
  company_id integer not null,
  id integer generated always as identity,
  checkout_request_id text not null,
  callback_token text not null,
  -- Who started it may live in another company than the account that is paid.
  starter_company_id integer not null,
  starter_user_id integer not null,
  account_user_id integer not null,
  purpose text not null check (purpose in ('rent', 'wifi')),
  account_reference text not null,
  wire_reference text not null,
  description text not null,
  phone text not null check (phone ~ '^254[17]\d{8}$'),
  amount integer not null check (amount between 1 and 250000),
  status text not null default 'processing'
    check (status in ('processing', 'completed', 'cancelled', 'failed')),
  result_code text,
  result_desc text,
  differing_amount_reported boolean not null default false,
  daraja_checkout_id text,
  daraja_merchant_id text,
  initiated_at timestamptz not null,
  ended_at timestamptz,
  query_count integer not null default 0,
  -- When M-Pesa is asked next; null when there is nothing left to ask.
  next_query_at timestamptz,
  check ((status = 'processing') = (ended_at is null)),
  primary key (company_id, id),
  unique (starter_company_id, checkout_request_id),
  unique (company_id, callback_token),
  foreign key (starter_company_id, starter_user_id) references users,
  foreign key (company_id, account_user_id) references users
);
create index on payment_requests (starter_company_id, starter_user_id, initiated_at);
create index on payment_requests (company_id, next_query_at) where next_query_at is not null;

-- Nothing leaves completed, whatever a program believes.
create function refuse_uncompleting() returns trigger language plpgsql as $$
begin
  raise exception 'a completed push stays completed' using errcode = 'restrict_violation';
end
$$;
create trigger stays_completed before update on payment_requests for each row
  when (old.status = 'completed' and new.status <> 'completed')
  execute function refuse_uncompleting();

create table push_references (
  wire_reference text primary key,
  company_id integer not null,
  request_id integer not null,
  foreign key (company_id, request_id) references payment_requests
);

-- One open push per phone, across companies: the phone can show only one prompt.
create table open_pushes (
  phone text primary key,
  company_id integer not null,
  request_id integer not null,
  opened_at timestamptz not null,
  foreign key (company_id, request_id) references payment_requests
);

create table charges (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  tenancy_id integer,
  kind text not null check (kind in ('rent', 'correction')),
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount integer not null check (amount <> 0 and (kind = 'correction' or amount > 0)),
  reason text,
  entered_by integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, user_id, tenancy_id) references tenancies (company_id, user_id, id),
  foreign key (company_id, entered_by) references users,
  check (kind <> 'rent' or tenancy_id is not null),
  check (kind <> 'correction' or (trim(reason) <> '' and entered_by is not null))
);
create index on charges (company_id, user_id);
-- Posting a month twice changes nothing.
create unique index one_rent_a_month on charges (company_id, tenancy_id, month)
  where kind = 'rent';

create table payments (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  purpose text not null check (purpose in ('rent', 'wifi')),
  kind text not null check (kind in ('push', 'paybill', 'correction')),
  amount integer not null check (amount <> 0 and (kind = 'correction' or amount > 0)),
  paid_at timestamptz not null,
  request_id integer,
  reason text,
  entered_by integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, request_id) references payment_requests,
  foreign key (company_id, entered_by) references users,
  check (kind <> 'push' or request_id is not null),
  check (kind <> 'correction' or (trim(reason) <> '' and entered_by is not null))
);
create index on payments (company_id, user_id, paid_at);
create index on payments (company_id, request_id);

-- Money counts by receipt: a receipt belongs to one payment, and a payment has at most one.
-- Kept apart so that a receipt learnt later is a new row and payments stay append-only.
create table receipts (
  receipt text primary key,
  company_id integer not null,
  payment_id integer not null,
  -- On M-Pesa's clock; outranks the payment's own time, which may be when we settled.
  paid_at timestamptz,
  unique (company_id, payment_id),
  foreign key (company_id, payment_id) references payments
);

create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% is append-only: make a new, opposite entry', tg_table_name
    using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete on charges
  for each row execute function refuse_change();
create trigger append_only before update or delete on payments
  for each row execute function refuse_change();
create trigger append_only before update or delete on receipts
  for each row execute function refuse_change();
create trigger append_only_all before truncate on charges execute function refuse_change();
create trigger append_only_all before truncate on payments execute function refuse_change();
create trigger append_only_all before truncate on receipts execute function refuse_change();

-- Money that a person has to look at.
create table desk_items (
  company_id integer not null references companies,
  id integer generated always as identity,
  reason text not null check (reason in
    ('differing_amount', 'unmatched', 'fraction', 'possible_twin', 'second_receipt', 'silent',
     'unreadable')),
  receipt text,
  amount text,
  reference text,
  -- On M-Pesa's clock, where told.
  paid_at timestamptz,
  request_id integer,
  account_user_id integer,
  raw jsonb,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, request_id) references payment_requests,
  foreign key (company_id, account_user_id) references users
);
create unique index on desk_items (company_id, receipt) where receipt is not null;
create unique index on desk_items (company_id, request_id) where reason = 'silent';

-- What M-Pesa sent, word for word, before anything is made of it. It is sent once only: what was
-- not handled, because the process or the database went away, is handled later from here.
create table raw_reports (
  company_id integer not null references companies,
  id integer generated always as identity,
  kind text not null check (kind in ('callback', 'confirmation')),
  -- Of a callback.
  request_id integer,
  -- As text: JSON may hold characters that jsonb refuses.
  raw text not null,
  tries integer not null default 0,
  received_at timestamptz not null,
  handled_at timestamptz,
  primary key (company_id, id),
  foreign key (company_id, request_id) references payment_requests,
  check ((kind = 'callback') = (request_id is not null))
);
create index on raw_reports (company_id, received_at) where handled_at is null;

-- Wanted by Socket.IO's PostgreSQL adapter for payloads over 8 kB.
create table socket_io_attachments (
  id bigserial unique,
  created_at timestamptz default now(),
  payload bytea
);
