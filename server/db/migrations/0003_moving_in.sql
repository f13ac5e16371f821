-- Belong to the installation, as a country's universities do.
create table colleges (
  id integer generated always as identity primary key,
  name text not null unique
);

create table faculties (
  id integer generated always as identity primary key,
  college_id integer not null references colleges,
  name text not null,
  unique (college_id, name)
);

-- A tenancy is running until the day on which its last stay is over; a person has one at a time.
alter table tenancies
  add column ended_day date,
  add column removal_reason text
    check (removal_reason in ('disciplinary', 'insufficient_funds', 'transfer', 'other')),
  add column removal_comments text;
create unique index one_running_tenancy on tenancies (company_id, user_id) where ended_day is null;

-- Somebody may leave, or change rooms, on the very day they came: a stay of no days.
alter table stays
  drop constraint stays_check,
  add constraint stays_until_day_check check (until_day >= from_day),
  add column transfer_reason text
    check (transfer_reason in ('personal', 'maintenance', 'upgrade', 'other'));
create index on stays (company_id, until_day);

-- The most people that a room has at once from a day on (until another, when told), one stay aside.
create function most_held(company integer, room integer, from_ date, until_ date, aside integer)
  returns integer language sql stable
as $$
  -- It is reached on the first day, or on somebody's first day after it.
  select coalesce(max(held), 0)::integer from (
    select (
      select count(*) from stays s
      where s.company_id = company and s.room_id = room and s.id <> aside
        and daterange(s.from_day, s.until_day) @> days.day
    ) as held
    from (
      select from_ as day
      union
      select from_day from stays
      where company_id = company and room_id = room and from_day <@ daterange(from_, until_)
    ) days
  ) counts
$$;

-- A room never holds more people than it has places. Who takes a place waits at the room's row for the
-- others and then sees theirs. A new stay wants its place for good, so that it can be extended;
-- a longer one wants the days it covers.
create function hold_capacity() returns trigger language plpgsql as $$
declare
  places integer;
  until_ date := case when tg_op = 'UPDATE' then new.until_day end;
begin
  if isempty(daterange(new.from_day, new.until_day)) then
    return new;
  end if;
  -- Whoever leaves earlier waits for nobody: two who change places would wait for each other.
  if tg_op = 'UPDATE' and (new.room_id, new.from_day) = (old.room_id, old.from_day)
    and new.until_day <= coalesce(old.until_day, 'infinity') then
    return new;
  end if;
  select capacity into places from rooms
    where company_id = new.company_id and id = new.room_id for no key update;
  if most_held(new.company_id, new.room_id, new.from_day, until_, new.id) >= places then
    raise exception 'the room is full'
      using errcode = 'exclusion_violation', constraint = 'room_capacity';
  end if;
  return new;
end
$$;
create trigger room_capacity before insert or update of room_id, from_day, until_day on stays
  for each row execute function hold_capacity();

-- What a student wrote when moving in.
create table tenant_details (
  company_id integer not null,
  tenancy_id integer not null,
  user_id integer not null,
  full_name text not null,
  id_number text not null,
  phone_number text not null,
  emergency_phone_number text not null,
  emergency_contact_relationship text not null,
  gender text,
  registration_number text not null,
  year_of_study integer not null check (year_of_study between 1 and 6),
  college_id integer not null references colleges,
  faculty_id integer not null references faculties,
  sponsor_phone text,
  terms_agreed_at timestamptz not null,
  primary key (company_id, tenancy_id),
  foreign key (company_id, user_id, tenancy_id) references tenancies (company_id, user_id, id)
);

-- One person for each, in the whole installation; written without gaps and in capitals.
create table id_numbers (
  id_number text primary key,
  company_id integer not null,
  user_id integer not null,
  foreign key (company_id, user_id) references users
);
create table registration_numbers (
  registration_number text primary key,
  company_id integer not null,
  user_id integer not null,
  foreign key (company_id, user_id) references users
);

-- A form sent again because its answer was lost is known by what it made the first time.
create table submissions (
  submission_id uuid primary key,
  company_id integer not null,
  tenancy_id integer not null,
  foreign key (company_id, tenancy_id) references tenancies
);

-- The pictures themselves are in the storage, under a key of their own.
create table documents (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  kind text not null check (kind in ('photo', 'id_photo')),
  storage_key text not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users
);
create index on documents (company_id, user_id);

create table document_views (
  company_id integer not null,
  id integer generated always as identity,
  document_id integer not null,
  -- For whom the link was made.
  user_id integer not null,
  viewed_at timestamptz not null,
  primary key (company_id, id),
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, user_id) references users
);
create trigger append_only before update or delete on document_views
  for each row execute function refuse_change();

create table password_resets (
  token_hash bytea primary key,
  company_id integer not null,
  user_id integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  foreign key (company_id, user_id) references users
);
create index on password_resets (company_id, user_id);
