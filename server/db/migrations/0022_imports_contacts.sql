-- Contacts of tenants who are there already can be imported, too. What each row changed is kept, so that undoing the import
-- can put it back where nothing has changed it since.
alter table imports drop constraint imports_kind_check;
alter table imports add check (kind in ('rooms', 'tenants', 'contacts'));
alter table import_rows
  add before jsonb,
  add after jsonb,
  add check (num_nulls(before, after) <> 1);

-- As in migration 0018_imports, and only for imports that made the account: others have rows of users as well now.
create or replace function refuse_change_of_charge() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and exists (
    select from import_rows
    join imports on imports.company_id = import_rows.company_id and imports.id = import_rows.import_id
    where import_rows.company_id = old.company_id and import_rows.user_id = old.user_id
      and imports.kind = 'tenants'
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
