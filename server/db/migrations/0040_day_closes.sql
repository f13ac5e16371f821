-- The drawer is counted and handed over; a count is never changed. A difference is written down with its reason, it
-- is no entry of the ledger.
create table cash_counts (
  company_id integer not null references companies,
  id integer generated always as identity,
  -- What should have been there: what was left the last time, and what was received and given back since.
  expected integer not null,
  counted integer not null check (counted >= 0),
  reason text check (trim(reason) <> ''),
  -- Money for the next shift stays in the drawer.
  handed_to text check (handed_to in ('bank', 'owner', 'next_shift')),
  handed integer not null default 0 check (handed >= 0),
  note text check (trim(note) <> ''),
  counted_by integer not null,
  counted_at timestamptz not null,
  submission_id uuid not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, submission_id),
  foreign key (company_id, counted_by) references users,
  check (counted = expected or reason is not null),
  check (handed <= counted),
  check (handed_to is not null or handed = 0)
);
create index cash_counts_by_time on cash_counts (company_id, counted_at);

-- The entries that a count has counted: each one once, so that of two counts at once only one is made.
create table cash_count_entries (
  company_id integer not null,
  payment_id integer not null,
  count_id integer not null,
  primary key (company_id, payment_id),
  foreign key (company_id, payment_id) references payments,
  foreign key (company_id, count_id) references cash_counts
);

-- A day as it was closed. Its figures are frozen as text, and hashed with the hash of the close before.
create table day_closes (
  company_id integer not null references companies,
  -- Without gaps.
  number integer not null check (number >= 1),
  day date not null,
  figures text not null,
  -- The differences that were open, without their signs.
  open_cents bigint not null check (open_cents >= 0),
  reason text check (trim(reason) <> ''),
  -- Nobody else could have signed.
  alone boolean not null,
  signed_by integer not null,
  signed_at timestamptz not null,
  previous_hash bytea,
  hash bytea not null,
  second_by integer,
  second_at timestamptz,
  second_note text check (trim(second_note) <> ''),
  second_hash bytea,
  created_at timestamptz not null default now(),
  primary key (company_id, number),
  unique (company_id, day),
  foreign key (company_id, signed_by) references users,
  foreign key (company_id, second_by) references users,
  check (open_cents = 0 or reason is not null),
  check (second_by <> signed_by),
  check (not (alone and second_by is not null)),
  check ((second_by is null) = (second_at is null) and (second_by is null) = (second_hash is null)),
  check (second_by is not null or second_note is null)
);

create function refuse_broken_chain() returns trigger language plpgsql as $$
declare
  last day_closes;
begin
  select * into last from day_closes
    where company_id = new.company_id order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.previous_hash is distinct from last.hash then
    raise exception 'a close follows the one before' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger follows before insert on day_closes for each row execute function refuse_broken_chain();

-- All that changes is that the second signature is added.
create function refuse_changed_close() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.second_by is null and new.second_by is not null then
    old.second_by := new.second_by;
    old.second_at := new.second_at;
    old.second_note := new.second_note;
    old.second_hash := new.second_hash;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'a close is never changed' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete on day_closes
  for each row execute function refuse_changed_close();
create trigger append_only_all before truncate on day_closes
  for each statement execute function refuse_change();
create trigger append_only before update or delete on cash_counts
  for each row execute function refuse_change();
create trigger append_only_all before truncate on cash_counts execute function refuse_change();
create trigger append_only before update or delete on cash_count_entries
  for each row execute function refuse_change();
create trigger append_only_all before truncate on cash_count_entries execute function refuse_change();

-- What waits of a day, and which statements cover it.
create index desk_items_by_time on desk_items (company_id, paid_at) where receipt is not null;
create index statements_by_time on statements (company_id, source, until_at);
create index statement_rows_by_reversed on statement_rows (company_id, reversed_receipt)
  where reversed_receipt is not null;
-- What was entered since the last close.
create index payments_by_creation on payments (company_id, created_at);
