-- What had come for days closed before stands beside the figures of a close, so that it is read without them. Older closes have
-- it in their figures; the hash covers both.
alter table day_closes add column late text;

-- M-Pesa doesn't name the time of all that waits: then it is of the day on which it came.
drop index desk_items_by_time;
create index desk_items_by_time on desk_items (company_id, coalesce(paid_at, created_at))
  where receipt is not null;

-- Codes of banks are told by their letters and digits, whatever stands between or behind.
drop index statement_rows_by_bank_code;
create index statement_rows_by_bank_code on statement_rows
  (company_id, lower(regexp_replace(receipt, '[^A-Za-z0-9]', '', 'g'))) where source = 'bank';
drop index payments_by_bank_code;
create index payments_by_bank_code on payments
  (company_id, lower(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g'))) where kind = 'bank';

-- What M-Pesa has sent back, by its code.
create index desk_items_by_counted on desk_items (company_id, counted_receipt)
  where counted_receipt is not null;
