-- Money that M-Pesa has taken back, found on a statement: staff decide what becomes of the payment that was credited. Each
-- such row of a statement has one item; `counted_receipt` is the receipt that was taken back, where it is known.
alter table desk_items
  drop constraint desk_items_reason_check,
  add constraint desk_items_reason_check check (reason in ('differing_amount', 'unmatched',
    'other_paybill', 'fraction', 'possible_twin', 'second_receipt', 'counted_twice', 'silent',
    'unknown_code', 'unreadable', 'taken_back_by_mpesa')),
  add column statement_row_id integer,
  add foreign key (company_id, statement_row_id) references statement_rows,
  add check ((reason = 'taken_back_by_mpesa') = (statement_row_id is not null));
create unique index one_item_a_reversal on desk_items (company_id, statement_row_id)
  where statement_row_id is not null;
