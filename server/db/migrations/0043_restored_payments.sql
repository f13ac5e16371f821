-- A payment that was taken back by mistake, because M-Pesa was thought to have taken it back, counts again: by a payment that is
-- the opposite of the reversal and names it, with the M-Pesa receipt of the first one. It may be taken back like any other.
alter table payments
  drop constraint payments_check3,
  add constraint payments_reverses_check check (reverses_payment_id is null
    or kind = 'correction' or (kind = 'paybill' and amount > 0));

create or replace function refuse_unequal_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payments reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_payment_id
      and reversed.user_id = new.user_id and reversed.purpose = new.purpose
      and reversed.amount = -new.amount
      and (new.kind = 'paybill') = (reversed.kind = 'correction' and reversed.reverses_payment_id is not null)
  ) then
    raise exception 'a reversal is the opposite of its payment' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
