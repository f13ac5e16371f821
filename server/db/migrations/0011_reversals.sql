-- A credit to the wrong account is taken back by an opposite entry that names it. A payment is
-- reversed once.
alter table payments
  add column reverses_payment_id integer,
  add foreign key (company_id, reverses_payment_id) references payments,
  add check (reverses_payment_id is null or kind = 'correction');
create unique index one_reversal_a_payment on payments (company_id, reverses_payment_id)
  where reverses_payment_id is not null;

-- Money that was credited to an account of another residence is taken back by those who credited it,
-- who are no users of that residence; their own staff_log names them.
alter table payments
  drop constraint payments_check2,
  add check (kind <> 'correction' or (coalesce(trim(reason), '') <> ''
  and (entered_by is not null or reverses_payment_id is not null)));

create function refuse_unequal_reversal() returns trigger language plpgsql as $$
begin
  if not exists (
    select from payments reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_payment_id
      and reversed.user_id = new.user_id and reversed.purpose = new.purpose
      and reversed.amount = -new.amount and reversed.reverses_payment_id is null
  ) then
    raise exception 'a reversal is the opposite of its payment' using errcode = 'restrict_violation';
  end if;
  return new;
end
$$;
create trigger opposite_amount before insert on payments for each row
  when (new.reverses_payment_id is not null) execute function refuse_unequal_reversal();

-- The receipt of a reversed payment can count again, for another one. The number of its payments that
-- have been reversed makes that sure to be one at a time: it is the same for two that count at once.
alter table receipts
  drop constraint receipts_pkey,
  add column reversed_before integer not null default 0,
  add primary key (receipt, reversed_before);
create function count_reversed_before() returns trigger language plpgsql as $$
begin
  select count(*) into new.reversed_before
  from receipts earlier
  join payments reversal on reversal.company_id = earlier.company_id
    and reversal.reverses_payment_id = earlier.payment_id
  where earlier.receipt = new.receipt;
  return new;
end
$$;
create trigger counts_once before insert on receipts for each row
  execute function count_reversed_before();

-- What happened to an item, and the notes about it, are read from here. A note that is sent again is
-- stored once.
create index on staff_log (company_id, subject, subject_id, id);
create unique index one_note_a_submission
  on staff_log (company_id, subject_id, (after->>'submission_id')) where act = 'desk.note';
