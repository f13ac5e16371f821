-- The payments of the ledger, each with its M-Pesa receipt, which may become known later. What a query does not read of it
-- costs nothing, so it stays free of joins and conditions that change the number of rows. It takes the place of
-- counting_payments, which the release before this one still reads while this one migrates.
create view ledger_payments as
  select payments.company_id, payments.id, payments.user_id, payments.purpose, payments.kind,
    payments.amount,
    -- M-Pesa's time where known, otherwise the time when we settled it.
    coalesce(receipts.paid_at, payments.paid_at) as paid_at,
    payments.paid_at as own_paid_at, payments.request_id, payments.reason, payments.entered_by,
    payments.reverses_payment_id, payments.reference, payments.submission_id, payments.created_at,
    receipts.receipt, receipts.part, receipts.parts, receipts.whole,
    exists (select from payments reversal
      where reversal.company_id = payments.company_id
        and reversal.reverses_payment_id = payments.id) as reversed,
    -- A payment that counts again after it was taken back by mistake is no new money: this is the first that it restores.
    -- Null for an entry that takes a payment back.
    case when payments.reverses_payment_id is null then payments.id
      when payments.kind <> 'correction' then (
        with recursive named as (
          select payments.reverses_payment_id as id
          union all
          select earlier.reverses_payment_id from named
          join payments earlier on earlier.company_id = payments.company_id and earlier.id = named.id
          where earlier.reverses_payment_id is not null
        )
        select min(id) from named) end as origin,
    -- A push's payment that replaces an earlier one whose M-Pesa receipt turned out to be for other money. A later receipt
    -- of the push is for this one.
    payments.kind = 'push' and payments.reverses_payment_id is not null and not exists (
      select from payments reversal where reversal.company_id = payments.company_id
        and reversal.reverses_payment_id = payments.id) as is_replacement,
    -- When a payment that counts again was taken back from the same account before; null for other payments. It has the
    -- same M-Pesa receipt as the first one, or names the entry that took the first one back.
    case
      when payments.kind = 'correction' then null
      when payments.reverses_payment_id is not null then (
        select reversal.paid_at from payments reversal
        where reversal.company_id = payments.company_id and reversal.id = payments.reverses_payment_id)
      when receipts.reversed_before > 0 then (
        select max(reversal.paid_at) from receipts earlier
        join payments reversal on reversal.company_id = earlier.company_id
          and reversal.reverses_payment_id = earlier.payment_id
        where earlier.receipt = receipts.receipt and earlier.company_id = payments.company_id
          and earlier.reversed_before < receipts.reversed_before
          and reversal.user_id = payments.user_id)
    end as taken_back_before,
    -- Money that came for a push is credited as a paybill payment when it goes to another account, or counts again. A push
    -- that only had the code by mistake was replaced when it lost the code.
    case when payments.kind = 'paybill' and (
        exists (select from receipts earlier
          join payments first on first.company_id = earlier.company_id
            and first.id = earlier.payment_id
          where earlier.receipt = receipts.receipt and first.kind = 'push' and not exists (
            select from payments reversal join payments replacement
              on replacement.company_id = reversal.company_id and replacement.kind = 'push'
              and replacement.reverses_payment_id = reversal.id
            where reversal.company_id = first.company_id
              and reversal.reverses_payment_id = first.id))
        or exists (select from desk_items where desk_items.company_id = payments.company_id
          and desk_items.receipt = receipts.receipt and desk_items.request_id is not null))
      then 'push' else payments.kind end as came_as
  from payments
  left join receipts on receipts.company_id = payments.company_id
    and receipts.payment_id = payments.id;
