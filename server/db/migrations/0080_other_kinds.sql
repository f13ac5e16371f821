-- M-Pesa reports more than payments of customers (a reversal, a payout): staff decide about those (`other_kind`).
alter table desk_items
  drop constraint desk_items_reason_check,
  add constraint desk_items_reason_check check (reason in ('differing_amount', 'unmatched',
    'other_paybill', 'fraction', 'possible_twin', 'second_receipt', 'counted_twice', 'silent',
    'unknown_code', 'unreadable', 'taken_back_by_mpesa', 'only_in_upload', 'wrong_account',
    'confirmed_code', 'dismissed_before', 'other_kind'));

-- What M-Pesa took back is looked up by the payment.
create index taken_back_items on desk_items (company_id, counted_receipt)
  where reason = 'taken_back_by_mpesa';

-- Staff may know that M-Pesa took a payment back before any statement says so.
alter table desk_items
  drop constraint desk_items_row_check,
  add constraint desk_items_row_check check (statement_row_id is not null or reason <> 'only_in_upload');
