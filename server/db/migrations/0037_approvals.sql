-- Acts on money above this limit wait for a second person; without a limit none do.
alter table companies add approval_limit integer check (approval_limit >= 0);

-- An act that waits, with what its preview said. It is done by whoever approves it, if it still does the same.
create table approvals (
  company_id integer not null references companies,
  id integer generated always as identity,
  act text not null check (act in
    ('waiver', 'refund', 'undo', 'reversal', 'removal', 'rents', 'wifi_prices', 'wifi_plan')),
  -- Of each act one waits for a subject: a tenant, an entry, some rooms.
  subject text not null,
  -- Whose account it changes.
  user_id integer,
  payload jsonb not null,
  effect jsonb not null,
  -- The same for people: a line about what is meant, and figures before and after.
  about text,
  changes jsonb not null,
  shillings integer not null check (shillings > 0),
  reason text,
  -- Made by the form: what is sent again is asked for once.
  submission_id uuid,
  asked_by integer not null,
  asked_at timestamptz not null,
  -- Where nobody else could approve: when it takes effect by itself.
  due_at timestamptz,
  outcome text
    check (outcome in ('approved', 'refused', 'withdrawn', 'expired', 'outdated')),
  decided_by integer,
  decided_at timestamptz,
  -- Why it was refused, or why it could not be done.
  note text check (note <> ''),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, asked_by) references users,
  foreign key (company_id, decided_by) references users,
  check ((outcome is null) = (decided_at is null)),
  check (outcome is not null or (decided_by is null and note is null)),
  -- Nobody approves what they asked for themselves.
  check (outcome <> 'approved'
    or (decided_by is distinct from asked_by and (decided_by is not null or due_at is not null))),
  check (outcome <> 'refused'
    or (decided_by is not null and decided_by <> asked_by and note is not null)),
  check (outcome <> 'withdrawn' or (decided_by is not null and decided_by = asked_by)),
  check (outcome <> 'expired' or decided_by is null),
  check (outcome <> 'outdated' or note is not null)
);
create unique index one_open_approval on approvals (company_id, act, subject) where outcome is null;
create unique index one_approval_a_submission on approvals (company_id, submission_id)
  where submission_id is not null;

create function keep_approval() returns trigger language plpgsql as $$
declare
  decision constant text[] := array['outcome', 'decided_by', 'decided_at', 'note'];
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and to_jsonb(new) - decision = to_jsonb(old) - decision then
    return new;
  end if;
  raise exception 'what was asked for stays, and is decided once' using errcode = 'restrict_violation';
end
$$;
create trigger keep_approval before update or delete on approvals
  for each row execute function keep_approval();
create trigger keep_all before truncate on approvals execute function refuse_change();
