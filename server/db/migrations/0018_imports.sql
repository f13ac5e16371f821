-- Tables that staff have imported. What each import made is kept, so that it can be undone.
create table imports (
  company_id integer not null references companies,
  id integer generated always as identity,
  kind text not null check (kind in ('rooms', 'tenants')),
  -- Which heading of the file stood for which field; the next file is read the same way.
  columns jsonb not null,
  added integer not null,
  unchanged integer not null,
  imported_by integer not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by integer,
  primary key (company_id, id),
  foreign key (company_id, imported_by) references users,
  foreign key (company_id, undone_by) references users
);

create table import_rows (
  company_id integer not null,
  id integer generated always as identity,
  import_id integer not null,
  room_id integer,
  user_id integer,
  primary key (company_id, import_id, id),
  foreign key (company_id, import_id) references imports,
  foreign key (company_id, room_id) references rooms on delete cascade,
  foreign key (company_id, user_id) references users on delete cascade,
  check (num_nonnulls(room_id, user_id) = 1)
);
create index on import_rows (company_id, room_id) where room_id is not null;
create index on import_rows (company_id, user_id) where user_id is not null;

-- Rent of earlier months is not charged: what a tenant owed before the import came with it, as one entry.
alter table tenancies add first_rent_month text
  check (first_rent_month ~ '^\d{4}-(0[1-9]|1[0-2])$');

-- Who was imported has not agreed to the terms here.
alter table tenant_details alter column terms_agreed_at drop not null;

-- The ledger stays append-only, with one narrow door: while an import is being undone, the charges of an account that this
-- import made and that nothing was ever paid to can go, together with the account.
create function refuse_change_of_charge() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from import_rows
    join imports on imports.company_id = import_rows.company_id and imports.id = import_rows.import_id
    where import_rows.company_id = old.company_id and import_rows.user_id = old.user_id
      and imports.undone_at is null
      and imports.id::text = current_setting('bweni.undoing_import', true)
  ) and not exists (
    select from payments where company_id = old.company_id and user_id = old.user_id
  ) then
    return old;
  end if;
  raise exception '% is append-only: make a new, opposite entry', tg_table_name
    using errcode = 'restrict_violation';
end
$$;
drop trigger append_only on charges;
create trigger append_only before update or delete on charges
  for each row execute function refuse_change_of_charge();
