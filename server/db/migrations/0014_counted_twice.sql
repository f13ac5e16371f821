-- The receipt that counts for another payment. A push has one item for each such receipt; the items that were
-- opened before have none here, unless M-Pesa's reports about the push name exactly one.
alter table desk_items add column if not exists counted_receipt text;
drop index if exists counted_twice_once;
create unique index if not exists one_item_a_counted_receipt
  on desk_items (counted_receipt, company_id, request_id) where reason = 'counted_twice';
update desk_items item
set counted_receipt = (
  select min(receipts.receipt)
  from receipts
  join payments on payments.company_id = receipts.company_id and payments.id = receipts.payment_id
  where (payments.company_id <> item.company_id
      or payments.request_id is distinct from item.request_id)
    and exists (select from raw_reports report
      where report.company_id = item.company_id and report.request_id = item.request_id
        and position('"' || receipts.receipt || '"' in report.raw) > 0)
  having count(distinct receipts.receipt) = 1
)
where item.reason = 'counted_twice' and item.counted_receipt is null;

-- Corrections of what was counted twice did not name the payment that they take back. Where the correction
-- is the whole opposite of the push's first payment and that has no receipt, it does now. A payment that has
-- got a receipt since then is left as it is: only staff know what that money is.
alter table payments disable trigger append_only;
update payments correction
set reverses_payment_id = counted.id
from desk_items item, payments counted
where item.reason = 'counted_twice' and item.outcome = 'corrected'
  and correction.company_id = item.payment_company_id and correction.id = item.payment_id
  and correction.kind = 'correction' and correction.reverses_payment_id is null
  and counted.company_id = item.company_id and counted.request_id = item.request_id
  and counted.id = (select min(id) from payments first
    where first.company_id = item.company_id and first.request_id = item.request_id)
  and counted.company_id = correction.company_id and counted.user_id = correction.user_id
  and counted.purpose = correction.purpose and counted.amount = -correction.amount
  and not exists (select from receipts
    where receipts.company_id = counted.company_id and receipts.payment_id = counted.id)
  and not exists (select from payments reversal
    where reversal.company_id = counted.company_id
      and reversal.reverses_payment_id = counted.id);
alter table payments enable trigger append_only;

-- What is not counted twice any more: the payment has its own receipt, or one of the two was taken back.
with reversed as (
  select company_id, reverses_payment_id as id from payments where reverses_payment_id is not null
)
update desk_items item
set closed_at = now(), outcome = 'by_itself', note = 'This money counts once now.'
from payments counted
where item.reason = 'counted_twice' and item.closed_at is null
  and counted.company_id = item.company_id and counted.request_id = item.request_id
  and counted.id = (select min(id) from payments first
    where first.company_id = item.company_id and first.request_id = item.request_id)
  and (
    exists (select from receipts
      where receipts.company_id = counted.company_id and receipts.payment_id = counted.id)
    or (counted.company_id, counted.id) in (select company_id, id from reversed)
    or (item.counted_receipt is not null and not exists (select from receipts
      where receipts.receipt = item.counted_receipt
        and (receipts.company_id, receipts.payment_id) not in (select company_id, id from reversed)))
  );
