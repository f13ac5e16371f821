-- What each account owes is added up from these indexes alone.
drop index charges_company_id_user_id_idx;
create index charges_of_user on charges (company_id, user_id) include (due_day, amount);
drop index payments_company_id_user_id_paid_at_idx;
create index payments_of_user on payments (company_id, user_id, paid_at) include (purpose, amount);

-- A deposit that came with an import goes through the same narrow door as the charges of that import.
drop trigger append_only on deposit_entries;
create trigger append_only before update or delete on deposit_entries
  for each row execute function refuse_change_of_charge();

-- A waiver may name the fee that it is of. It is then of the fee's kind, with its name, as what takes the fee back is, so that
-- fees are still told from rent without a look at another row.
alter table charges
  add column waives_charge_id integer,
  add foreign key (company_id, waives_charge_id) references charges,
  add constraint charges_waives_check check (waives_charge_id is null or kind in ('fee', 'late_fee') and amount < 0
    and reverses_charge_id is null and entered_by is not null and coalesce(trim(reason), '') <> ''),
  drop constraint charges_check,
  add constraint charges_check
    check (amount <> 0 and (kind <> 'rent' or amount > 0) and (kind <> 'waiver' or amount < 0)
      and (kind not in ('fee', 'late_fee') or reverses_charge_id is not null
        or (waives_charge_id is null) = (amount > 0)));
create index waivers_of_charge on charges (company_id, waives_charge_id) where waives_charge_id is not null;
drop index one_late_fee_a_month;
create unique index one_late_fee_a_month on charges (company_id, user_id, late_month)
  where kind = 'late_fee' and reverses_charge_id is null and waives_charge_id is null;

-- No more is waived than is left of a fee, and a fee of which something is waived isn't taken back.
create function check_waiver_of_fee() returns trigger language plpgsql as $$
begin
  -- One after the other: two waivers could each find enough left.
  perform from users where company_id = new.company_id and id = new.user_id for no key update;
  if not exists (
    select from charges fee
    where fee.company_id = new.company_id and fee.id = new.waives_charge_id and fee.user_id = new.user_id
      and fee.kind = new.kind and fee.name is not distinct from new.name
      and fee.late_month is not distinct from new.late_month
      and fee.reverses_charge_id is null and fee.waives_charge_id is null
      and not exists (select from charges reversal
        where reversal.company_id = fee.company_id and reversal.reverses_charge_id = fee.id)
      and fee.amount + new.amount + (select coalesce(sum(waiver.amount), 0) from charges waiver
        where waiver.company_id = fee.company_id and waiver.waives_charge_id = fee.id
          and not exists (select from charges reversal
            where reversal.company_id = fee.company_id and reversal.reverses_charge_id = waiver.id)) >= 0
  ) then
    raise exception 'a waiver is of a fee that has as much left' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger waived_fee before insert on charges for each row
  when (new.waives_charge_id is not null) execute function check_waiver_of_fee();

create function refuse_reversal_of_waived() returns trigger language plpgsql as $$
begin
  if exists (
    select from charges waiver
    where waiver.company_id = new.company_id and waiver.waives_charge_id = new.reverses_charge_id
      and not exists (select from charges reversal
        where reversal.company_id = waiver.company_id and reversal.reverses_charge_id = waiver.id)
  ) then
    raise exception 'a part of it is waived' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger not_waived before insert on charges for each row
  when (new.reverses_charge_id is not null) execute function refuse_reversal_of_waived();
