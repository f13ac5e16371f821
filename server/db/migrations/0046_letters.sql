-- Letters that a residence gives to a tenant, frozen as the text that was signed. A letter is withdrawn, never deleted or
-- changed.
create table letters (
  company_id integer not null references companies,
  -- Without gaps; on the letter as L000001.
  number integer not null check (number >= 1),
  user_id integer not null,
  kind text not null check (kind in ('clearance', 'statement')),
  -- Random, 130 bits: whoever has the letter can check it, without knowing the residence.
  code text not null unique check (code ~ '^[0-9A-HJKMNP-TV-Z]{26}$'),
  -- Canonical JSON, and of a statement its lines, whose hash the facts have.
  facts text not null,
  rows text not null,
  signature bytea not null check (length(signature) = 64),
  submission_id uuid not null,
  -- Staff, who issued it for the tenant.
  issued_by integer,
  issued_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by integer,
  withdrawn_reason text check (trim(withdrawn_reason) <> ''),
  primary key (company_id, number),
  unique (company_id, submission_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, issued_by) references users,
  foreign key (company_id, withdrawn_by) references users,
  check ((withdrawn_at is null) = (withdrawn_by is null)),
  check ((withdrawn_at is null) = (withdrawn_reason is null))
);
create index letters_of_user on letters (company_id, user_id, number);

-- All that changes is that it is withdrawn, once.
create function refuse_changed_letter() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null then
    old.withdrawn_at := new.withdrawn_at;
    old.withdrawn_by := new.withdrawn_by;
    old.withdrawn_reason := new.withdrawn_reason;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'a letter is never changed' using errcode = 'restrict_violation';
end
$$;
create trigger append_only before update or delete on letters
  for each row execute function refuse_changed_letter();
create trigger append_only_all before truncate on letters
  for each statement execute function refuse_change();
