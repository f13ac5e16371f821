-- A sponsor agrees to an instalment plan over a pay link, in the tenant's place.
alter table pay_links
  -- The sponsor's phone, where the tenant lets them agree: whoever agrees has to know it.
  add column agreeing_phone text check (agreeing_phone ~ '^254[17][0-9]{8}$');

alter table agreements
  add column agreed_over integer,
  add foreign key (company_id, agreed_over) references pay_links,
  -- Only to what staff have set: what a tenant proposes is agreed to by staff.
  add check (agreed_over is null or (agreed_at is not null and agreed_by is null and made_by is not null));

-- As before; a link by which it is agreed to is set with it, once.
create or replace function refuse_changed_agreement() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and old.ended_at is null then
    if old.agreed_at is null then
      old.agreed_at := new.agreed_at;
      old.agreed_by := new.agreed_by;
      old.agreed_over := new.agreed_over;
    end if;
    old.ended_at := new.ended_at;
    old.ended_by := new.ended_by;
    old.reason := new.reason;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'an agreement is never changed' using errcode = 'restrict_violation';
end
$$;
