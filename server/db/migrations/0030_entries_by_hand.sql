-- What staff enter into the ledger: cash and bank payments, refunds, waivers, corrections. A form that is sent again
-- is stored once. An entry is taken back by an opposite one that names it, once.
alter table payments
  drop constraint payments_kind_check,
  add constraint payments_kind_check
    check (kind in ('push', 'paybill', 'cash', 'bank', 'refund', 'correction')),
  drop constraint payments_check,
  add constraint payments_check
    check (amount <> 0 and (kind = 'correction' or (kind = 'refund') = (amount < 0))),
  -- Of a bank transfer or a refund: the bank's or M-Pesa's code, or who signed for it.
  add column reference text check (reference <> ''),
  add column submission_id uuid,
  add check (kind not in ('cash', 'bank', 'refund')
    or (entered_by is not null and submission_id is not null)),
  add check (kind not in ('bank', 'refund') or reference is not null);
create unique index one_payment_a_submission on payments (company_id, submission_id)
  where submission_id is not null;

alter table charges
  drop constraint charges_kind_check,
  add constraint charges_kind_check check (kind in ('rent', 'waiver', 'correction')),
  drop constraint charges_check,
  add constraint charges_check
    check (amount <> 0 and (kind <> 'rent' or amount > 0) and (kind <> 'waiver' or amount < 0)),
  drop constraint charges_check2,
  add constraint charges_check2
    check (kind = 'rent' or (coalesce(trim(reason), '') <> '' and entered_by is not null)),
  add column submission_id uuid,
  add column reverses_charge_id integer,
  add foreign key (company_id, reverses_charge_id) references charges,
  add check (reverses_charge_id is null or kind = 'correction');
create unique index one_charge_a_submission on charges (company_id, submission_id)
  where submission_id is not null;
create unique index one_reversal_a_charge on charges (company_id, reverses_charge_id)
  where reverses_charge_id is not null;

create function refuse_unequal_charge_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from charges reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_charge_id
      and reversed.user_id = new.user_id and reversed.amount = -new.amount
      and reversed.kind <> 'rent' and reversed.reverses_charge_id is null
  ) then
    raise exception 'a reversal is the opposite of its charge' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger opposite_amount before insert on charges for each row
  when (new.reverses_charge_id is not null) execute function refuse_unequal_charge_reversal();
