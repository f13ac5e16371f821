-- What a member of staff may do depends on their role (rules/staff-roles.ts). Until now each could do everything.
alter table users add staff_role text
  check (staff_role in ('owner', 'manager', 'caretaker', 'viewer'));
update users set staff_role = 'owner' where is_staff;
alter table users drop column is_staff;
alter table users add is_staff boolean not null generated always as (staff_role is not null) stored;

alter table rooms
  add notes text not null default '',
  add constraint rooms_number_is_written check (room_number <> '');

-- The rents of a room by the day from which they hold. rooms.rate is the one that holds today: it is kept up to date
-- by whoever changes a rent, and by the daily job for changes that were planned.
create table room_rates (
  company_id integer not null,
  room_id integer not null,
  from_day date not null,
  rate integer not null check (rate > 0),
  -- Null for the first one, which came with the room.
  entered_by integer,
  created_at timestamptz not null default now(),
  primary key (company_id, room_id, from_day),
  foreign key (company_id, room_id) references rooms on delete cascade,
  foreign key (company_id, entered_by) references users
);
insert into room_rates (company_id, room_id, from_day, rate)
select company_id, id, '-infinity', rate from rooms;

create function first_room_rate() returns trigger language plpgsql as $$
begin
  insert into room_rates (company_id, room_id, from_day, rate)
  values (new.company_id, new.id, '-infinity', new.rate);
  return null;
end
$$;
create trigger first_room_rate after insert on rooms
  for each row execute function first_room_rate();

-- While a room is out of service nobody can move in; until_day is the first day on which they can again.
create table room_closures (
  company_id integer not null,
  id integer generated always as identity,
  room_id integer not null,
  from_day date not null,
  until_day date check (until_day > from_day),
  reason text not null,
  entered_by integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, room_id) references rooms on delete cascade,
  foreign key (company_id, entered_by) references users
);
create index on room_closures (company_id, room_id, from_day);

-- Whether a room is out of service on a day or later, so that nobody can move in on that day for good.
create function is_closed_from(company integer, room integer, day date)
  returns boolean language sql stable
as $$
  select exists (
    select from room_closures
    where company_id = company and room_id = room and (until_day is null or until_day > day)
  )
$$;

-- As in migration 0003, and nobody begins a stay in a room that is out of service then or later. Whoever is in it stays.
create or replace function hold_capacity() returns trigger language plpgsql as $$
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
  if tg_op = 'INSERT' and is_closed_from(new.company_id, new.room_id, new.from_day) then
    raise exception 'the room is out of service'
      using errcode = 'exclusion_violation', constraint = 'room_closed';
  end if;
  return new;
end
$$;

-- The stays, cut where the rent of their room changes: each part has one rent.
create view rated_stays as
select stays.company_id, stays.id, stays.tenancy_id, stays.room_id,
  greatest(stays.from_day, room_rates.from_day) as from_day,
  least(stays.until_day, next_rate.from_day) as until_day,
  room_rates.rate
from stays
join room_rates on room_rates.company_id = stays.company_id and room_rates.room_id = stays.room_id
left join lateral (
  select min(later.from_day) as from_day from room_rates later
  where later.company_id = room_rates.company_id and later.room_id = room_rates.room_id
    and later.from_day > room_rates.from_day
) next_rate on true
where (stays.until_day is null or room_rates.from_day < stays.until_day)
  and (next_rate.from_day is null or next_rate.from_day > stays.from_day);
