-- That staff credited a push's receipt elsewhere was recorded in differing_amount_reported too. Such a
-- push has ended and has no desk item about another amount.
alter table payment_requests add column receipt_used_elsewhere boolean not null default false;
update payment_requests request
set receipt_used_elsewhere = true, differing_amount_reported = false
where differing_amount_reported and status <> 'processing'
  and not exists (select from desk_items item where item.company_id = request.company_id
    and item.request_id = request.id and item.reason = 'differing_amount');

-- Counts the requests to read the statement: one that comes during a reading is not answered by it.
alter table daraja_accounts add column statement_requests integer not null default 0;
