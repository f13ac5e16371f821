-- A payment that credited itself is taken back like a credit of staff, and waits on the desk (`wrong_account`). M-Pesa says, when it is
-- asked, that a code which somebody has typed was paid, and hasn't reported it so far (`confirmed_code`).
alter table desk_items
  drop constraint desk_items_reason_check,
  add constraint desk_items_reason_check check (reason in ('differing_amount', 'unmatched',
    'other_paybill', 'fraction', 'possible_twin', 'second_receipt', 'counted_twice', 'silent',
    'unknown_code', 'unreadable', 'taken_back_by_mpesa', 'only_in_upload', 'wrong_account',
    'confirmed_code'));

-- M-Pesa is asked once about a typed code. The token is in the address to which it sends its answer, which is kept as it came.
alter table payment_claims
  add column status_asked_at timestamptz,
  add column status_token text,
  add column status_answer text,
  add column status_at timestamptz,
  add check ((status_answer is null) = (status_at is null));
create unique index payment_claims_by_token on payment_claims (company_id, status_token)
  where status_token is not null;
