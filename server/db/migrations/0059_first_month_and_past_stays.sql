-- Whether staff have chosen how the month of moving in is charged; until then it is charged in full, and the checklist asks.
alter table companies add column first_month_chosen boolean not null default false;

-- Residences from before have agreed to how they were charged.
update companies set first_month_chosen = true;

-- Stays and times out of service are changed in place. What they were before, and from when until when it was so, is kept, so that
-- the overview of a past day shows them as they had been entered by then.
alter table stays add column recorded_at timestamptz;
-- Null: from before this was kept.
alter table stays alter column recorded_at set default now();
alter table room_closures add column recorded_at timestamptz;
update room_closures set recorded_at = created_at;
alter table room_closures alter column recorded_at set default now();

create table past_stays (
  company_id integer not null,
  stay_id integer not null,
  tenancy_id integer not null,
  room_id integer not null,
  from_day date not null,
  until_day date,
  recorded_at timestamptz,
  replaced_at timestamptz not null default now()
);
create index on past_stays (company_id, replaced_at);
create trigger append_only before update or delete on past_stays
  for each row execute function refuse_change();

create table past_room_closures (
  company_id integer not null,
  closure_id integer not null,
  room_id integer not null,
  from_day date not null,
  until_day date,
  reason text not null,
  recorded_at timestamptz,
  replaced_at timestamptz not null default now()
);
create index on past_room_closures (company_id, replaced_at);
create trigger append_only before update or delete on past_room_closures
  for each row execute function refuse_change();

create function keep_past_stay() returns trigger language plpgsql as $$
begin
  insert into past_stays (company_id, stay_id, tenancy_id, room_id, from_day, until_day, recorded_at)
    values (old.company_id, old.id, old.tenancy_id, old.room_id, old.from_day, old.until_day, old.recorded_at);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := now();
  return new;
end
$$;
create trigger keep_past before update of room_id, from_day, until_day or delete on stays
  for each row execute function keep_past_stay();

create function keep_past_closure() returns trigger language plpgsql as $$
begin
  insert into past_room_closures (company_id, closure_id, room_id, from_day, until_day, reason, recorded_at)
    values (old.company_id, old.id, old.room_id, old.from_day, old.until_day, old.reason, old.recorded_at);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := now();
  return new;
end
$$;
create trigger keep_past before update of from_day, until_day or delete on room_closures
  for each row execute function keep_past_closure();
