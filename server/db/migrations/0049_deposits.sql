-- Deposits are money of the tenants that the residence holds. They have a ledger of their own: what is held is the sum of an
-- account's entries, never less than nothing, and no entry is ever changed.

-- What is asked of who moves in: a sum, or months of rent; neither means none. Who leaves gets it back within so many days.
alter table companies
  add deposit_amount integer check (deposit_amount between 1 and 1000000),
  add deposit_months integer check (deposit_months between 1 and 12),
  add deposit_days integer not null default 14 check (deposit_days between 1 and 365),
  add check (deposit_amount is null or deposit_months is null);

-- As it was agreed when the tenant moved in; later settings change nothing of it.
alter table tenancies
  add deposit integer check (deposit > 0),
  add deposit_days integer check (deposit_days between 1 and 365),
  add check ((deposit is null) = (deposit_days is null));

-- Money of a deposit is a payment like any other, so that cash, bank and M-Pesa add up. What is moved between the two
-- ledgers is a payment of the rent: out of its credit, or into it.
alter table payment_requests
  drop constraint payment_requests_purpose_check,
  add constraint payment_requests_purpose_check check (purpose in ('rent', 'wifi', 'deposit'));
alter table payments
  drop constraint payments_purpose_check,
  add constraint payments_purpose_check check (purpose in ('rent', 'wifi', 'deposit')),
  drop constraint payments_kind_check,
  add constraint payments_kind_check check (kind in
    ('push', 'paybill', 'cash', 'bank', 'refund', 'to_deposit', 'from_deposit', 'correction')),
  drop constraint payments_check,
  add constraint payments_check check (amount <> 0
    and (kind = 'correction' or (kind in ('refund', 'to_deposit')) = (amount < 0))),
  add constraint payments_deposit_check check (kind not in ('to_deposit', 'from_deposit')
    or (purpose = 'rent' and entered_by is not null and submission_id is not null));

-- Pictures of what a deduction is for are kept as documents are.
alter table documents
  drop constraint documents_kind_check,
  add constraint documents_kind_check check (kind in ('photo', 'id_photo', 'deduction'));

create table deposit_entries (
  company_id integer not null references companies,
  id integer generated always as identity,
  user_id integer not null,
  -- `opening`: held before it was entered here. `corrected`: staff corrected a payment at the desk.
  kind text not null check (kind in ('received', 'opening', 'from_rent', 'to_rent', 'deducted', 'refunded', 'corrected',
    'undone')),
  -- How it changes what is held.
  amount integer not null check (amount <> 0 and case
    when kind in ('received', 'opening', 'from_rent') then amount > 0
    when kind in ('to_rent', 'deducted', 'refunded') then amount < 0
    else true end),
  at timestamptz not null,
  -- Where money or rent is concerned: the payment that it follows.
  payment_id integer,
  reverses_entry_id integer,
  reason text check (trim(reason) <> ''),
  document_id integer,
  entered_by integer,
  submission_id uuid,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  unique (company_id, payment_id),
  unique (company_id, reverses_entry_id),
  unique (company_id, submission_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, payment_id) references payments,
  foreign key (company_id, reverses_entry_id) references deposit_entries,
  foreign key (company_id, document_id) references documents,
  foreign key (company_id, entered_by) references users,
  check (kind = 'undone' or (payment_id is null) = (kind in ('opening', 'deducted'))),
  check ((kind = 'undone') = (reverses_entry_id is not null)),
  check (kind <> 'deducted' or reason is not null),
  check (kind not in ('opening', 'deducted') or (entered_by is not null and submission_id is not null)),
  check (kind <> 'undone' or payment_id is not null or (reason is not null and entered_by is not null)),
  check (document_id is null or kind = 'deducted')
);
create index deposit_entries_of_user on deposit_entries (company_id, user_id, id);
create index deposit_entries_by_time on deposit_entries (company_id, created_at);

create trigger append_only before update or delete on deposit_entries
  for each row execute function refuse_change();
create trigger append_only_all before truncate on deposit_entries execute function refuse_change();

create function check_deposit_entry() returns trigger language plpgsql as $$
begin
  if new.reverses_entry_id is not null and not exists (
    select from deposit_entries reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_entry_id
      and reversed.user_id = new.user_id and reversed.amount = -new.amount
  ) then
    raise exception 'an entry is taken back by its opposite' using errcode = 'restrict_violation';
  end if;
  if new.amount < 0 then
    -- One after the other: two that take from the same deposit could each find enough.
    perform from users where company_id = new.company_id and id = new.user_id for no key update;
    if (select coalesce(sum(amount), 0) from deposit_entries
      where company_id = new.company_id and user_id = new.user_id) + new.amount < 0 then
      raise exception 'more than is held' using errcode = 'check_violation', constraint = 'deposit_held';
    end if;
  end if;
  return new;
end
$$;
create trigger check_entry before insert on deposit_entries
  for each row execute function check_deposit_entry();

-- A payment for a deposit and its entry are made together, whoever makes the payment or takes it back.
create function follow_deposit_payment() returns trigger language plpgsql as $$
declare
  reversed deposit_entries;
begin
  if new.reverses_payment_id is not null then
    select * into reversed from deposit_entries
      where company_id = new.company_id and payment_id = new.reverses_payment_id;
    if not found then
      return null;
    end if;
  end if;
  insert into deposit_entries
      (company_id, user_id, kind, amount, at, payment_id, reverses_entry_id, entered_by)
    values (new.company_id, new.user_id,
      case when reversed.id is not null then 'undone'
        when new.kind = 'to_deposit' then 'from_rent'
        when new.kind = 'from_deposit' then 'to_rent'
        when new.kind = 'refund' then 'refunded'
        when new.kind = 'correction' then 'corrected'
        else 'received' end,
      case when new.purpose = 'deposit' then new.amount else -new.amount end,
      new.paid_at, new.id, reversed.id, new.entered_by);
  return null;
end
$$;
create trigger follow_deposit after insert on payments for each row
  when (new.purpose = 'deposit' or new.kind in ('to_deposit', 'from_deposit') or new.reverses_payment_id is not null)
  execute function follow_deposit_payment();

alter table approvals
  drop constraint approvals_act_check,
  add constraint approvals_act_check check (act in ('waiver', 'refund', 'undo', 'reversal', 'correction', 'confirmation',
    'restoration', 'removal', 'rents', 'wifi_prices', 'wifi_plan', 'deposit', 'deposit_refund', 'deposit_undo'));
alter table account_notices
  drop constraint account_notices_kind_check,
  add constraint account_notices_kind_check check (kind in ('credited', 'confirmed', 'dismissed', 'reversed', 'corrected',
    'cash', 'bank', 'waiver', 'charge', 'refund', 'undone', 'deposit', 'deposit_moved', 'deduction', 'deposit_refund',
    'deposit_undone'));
