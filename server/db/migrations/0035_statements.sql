-- Statements that staff upload: M-Pesa's of the paybill, or a bank's. Sums are in cents, because charges and balances
-- have them; what the ledger counts stays in whole shillings.
create table statements (
  company_id integer not null references companies,
  id integer generated always as identity,
  source text not null check (source in ('paybill', 'bank')),
  shape text not null check (shape in ('portal_xls', 'portal_table', 'daily_file', 'bank')),
  file_name text not null,
  -- SHA-256 of the file: the same file is known at once.
  file_hash bytea not null,
  -- The paybill's number, or what staff call the bank's account.
  account text not null,
  -- The time that it covers, first and last instant included.
  from_at timestamptz not null,
  until_at timestamptz not null,
  opening_cents bigint,
  closing_cents bigint,
  row_count integer not null,
  -- Of a bank: the field that each plain heading stood for. The next file of the account is read in the same way.
  columns jsonb,
  uploaded_by integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, file_hash),
  foreign key (company_id, uploaded_by) references users,
  check (from_at <= until_at)
);

-- A row is stored once, however many statements have it.
create table statement_rows (
  company_id integer not null,
  id integer generated always as identity,
  statement_id integer not null,
  source text not null check (source in ('paybill', 'bank')),
  -- What tells it from every other row: account, receipt or text, direction, and which of several equal ones it is.
  row_key text not null,
  receipt text,
  at timestamptz not null,
  details text not null,
  kind text not null
    check (kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'not_ours')),
  -- What the payer typed, and who paid as the statement masks them.
  reference text,
  payer text,
  -- Positive for money that came in.
  cents bigint not null,
  balance_cents bigint,
  -- Of a reversal: the receipt that was taken back, where the statement names it.
  reversed_receipt text,
  primary key (company_id, id),
  unique (company_id, source, row_key),
  foreign key (company_id, statement_id) references statements
);
create index statement_rows_by_time on statement_rows (company_id, source, at, id);
create index statement_rows_by_receipt on statement_rows (company_id, receipt) where receipt is not null;
create index statement_rows_of_statement on statement_rows (company_id, statement_id);
-- Codes of banks are compared without blanks and capitals.
create index statement_rows_by_bank_code
  on statement_rows (company_id, lower(regexp_replace(receipt, '\s', '', 'g'))) where source = 'bank';
create index payments_by_bank_code
  on payments (company_id, lower(regexp_replace(reference, '\s', '', 'g'))) where kind = 'bank';
create trigger append_only before update or delete on statement_rows
  for each row execute function refuse_change();
create trigger append_only_all before truncate on statement_rows execute function refuse_change();
