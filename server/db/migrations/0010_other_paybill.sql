alter table desk_items
  drop constraint desk_items_reason_check,
  add check (reason in ('differing_amount', 'unmatched', 'other_paybill', 'fraction',
    'possible_twin', 'second_receipt', 'counted_twice', 'silent', 'unknown_code', 'unreadable'));
