-- One M-Pesa payment that staff credit in parts: each part is a payment of its own with a row here, numbered from 1.
-- What is not split is its own only part, so that of two that count at once the second is still refused.
alter table receipts
  add column part smallint not null default 1,
  add column parts smallint not null default 1,
  -- What M-Pesa's payment is worth, where it is split.
  add column whole integer,
  drop constraint receipts_pkey,
  add primary key (receipt, reversed_before, part),
  add check (parts between 1 and 10 and part between 1 and parts),
  add check ((parts > 1) = (whole is not null));

-- Checked when the transaction ends, because its parts are made one after the other.
create function refuse_unequal_parts() returns trigger language plpgsql as $$
begin
  if not exists (
    select from receipts
    join payments on payments.company_id = receipts.company_id
      and payments.id = receipts.payment_id
    where receipts.receipt = new.receipt and receipts.reversed_before = new.reversed_before
      and receipts.parts = new.parts and receipts.whole = new.whole
      and receipts.company_id = new.company_id and payments.amount > 0
    having count(*) = new.parts and sum(payments.amount) = new.whole
      and count(distinct payments.user_id) = new.parts
  ) then
    raise exception 'the parts of a payment make up the whole' using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create constraint trigger whole_amount after insert on receipts
  deferrable initially deferred for each row
  when (new.parts > 1) execute function refuse_unequal_parts();

-- All parts are taken back, or none.
create function refuse_reversal_of_a_part() returns trigger language plpgsql as $$
begin
  if exists (
    select from receipts reversed
    join receipts part on part.receipt = reversed.receipt
      and part.reversed_before = reversed.reversed_before
    where reversed.company_id = new.company_id
      and reversed.payment_id = new.reverses_payment_id and reversed.parts > 1
      and not exists (select from payments reversal
        where reversal.company_id = part.company_id
          and reversal.reverses_payment_id = part.payment_id)
  ) then
    raise exception 'all parts of a payment are taken back together'
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$$;
create constraint trigger all_parts after insert on payments
  deferrable initially deferred for each row
  when (new.reverses_payment_id is not null) execute function refuse_reversal_of_a_part();

alter table desk_items
  drop constraint desk_items_outcome_check,
  add constraint desk_items_outcome_check check (outcome in
    ('assigned', 'split', 'attached', 'corrected', 'confirmed', 'dismissed', 'by_itself'));

-- What the same words of a payer were credited to before.
create function reference_key_of(reference text) returns text language sql immutable as $$
  select regexp_replace(trim(lower(reference)), '\s+', ' ', 'g')
$$;
create index desk_items_by_reference on desk_items (company_id, reference_key_of(reference))
  where outcome = 'assigned';
