-- A payment that only a file of staff's has: somebody other than who uploaded it decides. Its item names the row; M-Pesa may
-- confirm it later, and then the item is one of another reason.
alter table desk_items
  drop constraint desk_items_reason_check,
  add constraint desk_items_reason_check check (reason in ('differing_amount', 'unmatched',
    'other_paybill', 'fraction', 'possible_twin', 'second_receipt', 'counted_twice', 'silent',
    'unknown_code', 'unreadable', 'taken_back_by_mpesa', 'only_in_upload')),
  drop constraint desk_items_check2,
  add constraint desk_items_row_check check (statement_row_id is not null
    or reason not in ('taken_back_by_mpesa', 'only_in_upload'));
