-- An M-Pesa receipt that staff have attached to a payment of a push may be other money. The payment that has it is taken back, and
-- one without a receipt is the opposite of that, of the same push.
alter table payments
  drop constraint payments_reverses_check,
  add constraint payments_reverses_check check (reverses_payment_id is null
    or kind = 'correction' or (kind in ('paybill', 'push') and amount > 0));

create or replace function refuse_unequal_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payments reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_payment_id
      and reversed.user_id = new.user_id and reversed.purpose = new.purpose
      and reversed.amount = -new.amount
      and (new.kind <> 'correction') = (reversed.kind = 'correction' and reversed.reverses_payment_id is not null)
  ) then
    raise exception 'a reversal is the opposite of its payment' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
