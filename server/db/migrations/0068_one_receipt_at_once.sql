-- Whoever counts a receipt, or lets it wait on the desk because nobody has reported it, locks it before reading what is known of
-- it: of two at once each would find nothing. Pushes are locked before it, desk items and payments after it.
create function lock_receipt(code text) returns void language sql as $$
  select pg_advisory_xact_lock(hashtextextended(code, 0))
$$;

-- Its own query, so that it sees what was committed while this waited for the lock.
create function has_desk_item(code text) returns boolean language plpgsql as $$
begin
  perform lock_receipt(code);
  return exists (select from companies
    join desk_items on desk_items.company_id = companies.id
    where desk_items.receipt = code);
end
$$;

-- M-Pesa reports money whose code staff had dismissed before anybody knew the account.
alter table desk_items
  drop constraint desk_items_reason_check,
  add constraint desk_items_reason_check check (reason in ('differing_amount', 'unmatched',
    'other_paybill', 'fraction', 'possible_twin', 'second_receipt', 'counted_twice', 'silent',
    'unknown_code', 'unreadable', 'taken_back_by_mpesa', 'only_in_upload', 'wrong_account',
    'confirmed_code', 'dismissed_before'));
