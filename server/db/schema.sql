-- Generated from server/db/migrations/ by `node scripts/write-schema.ts`: to read, not to run.
-- Below the name of a table are the numbers of the migrations that created and changed it, whose
-- comments have the reasons.

-- Tables

create table account_notices (
  -- 0039, 0049, 0053
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  kind text not null,
  amount integer,
  day date,
  reason text,
  entered_by integer,
  created_at timestamptz not null,
  mailed_at timestamptz,
  dismissed_at timestamptz,
  constraint account_notices_pkey primary key (company_id, id),
  constraint account_notices_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint account_notices_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint account_notices_kind_check check ((kind ~ '^[a-z_]+$'))
);
create index account_notices_of_user on account_notices (company_id, user_id, id);
create index account_notices_unmailed on account_notices (company_id, user_id) where (mailed_at is null);

create table account_numbers (
  -- 0001
  account_number text not null,
  company_id integer not null,
  user_id integer not null,
  constraint account_numbers_pkey primary key (account_number),
  constraint account_numbers_company_id_user_id_key unique (company_id, user_id),
  constraint account_numbers_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint account_numbers_account_number_check check ((account_number ~ '^[2-9A-HJKMNP-Z]{8}$'))
);

create table agreement_parts (
  -- 0053
  company_id integer not null,
  agreement_id integer not null,
  "position" integer not null,
  amount integer not null,
  day date,
  helb_round integer,
  days_after integer,
  constraint agreement_parts_pkey primary key (company_id, agreement_id, "position"),
  constraint agreement_parts_company_id_agreement_id_fkey foreign key (company_id, agreement_id) references agreements(company_id, id),
  constraint agreement_parts_amount_check check ((amount > 0)),
  constraint agreement_parts_check check (((day is null) = (helb_round is not null))),
  constraint agreement_parts_check1 check (((helb_round is null) = (days_after is null))),
  constraint agreement_parts_days_after_check check (((days_after >= 0) and (days_after <= 60))),
  constraint agreement_parts_position_check check (("position" >= 1))
);
create index agreement_parts_on_helb on agreement_parts (company_id, helb_round) where (helb_round is not null);
create trigger append_only before delete or update on agreement_parts for each row execute function refuse_change();
create trigger append_only_all before truncate on agreement_parts for each statement execute function refuse_change();

create table agreements (
  -- 0053, 0056, 0063
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  kind text not null,
  owed integer not null,
  after_payment integer not null,
  wording text not null,
  made_by integer,
  made_at timestamptz not null,
  submission_id uuid not null,
  agreed_at timestamptz,
  agreed_by integer,
  ended_at timestamptz,
  ended_by integer,
  reason text,
  agreed_over integer,
  owed_by date,
  constraint agreements_pkey primary key (company_id, id),
  constraint agreements_company_id_submission_id_key unique (company_id, submission_id),
  constraint agreements_company_id_agreed_by_fkey foreign key (company_id, agreed_by) references users(company_id, id),
  constraint agreements_company_id_agreed_over_fkey foreign key (company_id, agreed_over) references pay_links(company_id, id),
  constraint agreements_company_id_ended_by_fkey foreign key (company_id, ended_by) references users(company_id, id),
  constraint agreements_company_id_fkey foreign key (company_id) references companies(id),
  constraint agreements_company_id_made_by_fkey foreign key (company_id, made_by) references users(company_id, id),
  constraint agreements_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint agreements_after_payment_check check ((after_payment >= 0)),
  constraint agreements_check check (((kind = 'plan') or ((made_by is null) and (agreed_at is not null)))),
  constraint agreements_check1 check (((agreed_at is null) or (agreed_at >= made_at))),
  constraint agreements_check2 check (((ended_at is not null) or ((ended_by is null) and (reason is null)))),
  constraint agreements_check3 check (((kind = 'promise') or (agreed_at is null) or (ended_at is null))),
  constraint agreements_check4 check (((agreed_over is null) or ((agreed_at is not null) and (agreed_by is null) and (made_by is not null)))),
  constraint agreements_kind_check check ((kind in ('promise', 'plan'))),
  constraint agreements_owed_check check ((owed > 0)),
  constraint agreements_reason_check check ((trim(both from reason) <> '')),
  constraint agreements_wording_check check ((trim(both from wording) <> ''))
);
create index agreements_of_bills on agreements (company_id, owed_by) where (owed_by is not null);
create index agreements_of_user on agreements (company_id, user_id, agreed_at desc, id desc) include (ended_at);
create index agreements_waiting on agreements (company_id, id) where ((agreed_at is null) and (ended_at is null));
create trigger append_only before delete or update on agreements for each row execute function refuse_changed_agreement();
create trigger append_only_all before truncate on agreements for each statement execute function refuse_change();
create trigger note_arrangement after insert on agreements for each row execute function note_arrangement();

create table approvals (
  -- 0037, 0042, 0049, 0084
  company_id integer not null,
  id integer not null generated always as identity,
  act text not null,
  subject text not null,
  user_id integer,
  payload jsonb not null,
  effect jsonb not null,
  about text,
  changes jsonb not null,
  shillings integer not null,
  reason text,
  submission_id uuid,
  asked_by integer not null,
  asked_at timestamptz not null,
  due_at timestamptz,
  outcome text,
  decided_by integer,
  decided_at timestamptz,
  note text,
  constraint approvals_pkey primary key (company_id, id),
  constraint approvals_company_id_asked_by_fkey foreign key (company_id, asked_by) references users(company_id, id),
  constraint approvals_company_id_decided_by_fkey foreign key (company_id, decided_by) references users(company_id, id),
  constraint approvals_company_id_fkey foreign key (company_id) references companies(id),
  constraint approvals_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint approvals_act_check check ((act in ('waiver', 'refund', 'undo', 'reversal', 'correction', 'confirmation', 'restoration', 'removal', 'transfer', 'rents', 'wifi_prices', 'wifi_plan', 'deposit', 'deposit_refund', 'deposit_undo'))),
  constraint approvals_check check (((outcome is null) = (decided_at is null))),
  constraint approvals_check1 check (((outcome is not null) or ((decided_by is null) and (note is null)))),
  constraint approvals_check2 check (((outcome <> 'approved') or ((decided_by is distinct from asked_by) and ((decided_by is not null) or (due_at is not null))))),
  constraint approvals_check3 check (((outcome <> 'refused') or ((decided_by is not null) and (decided_by <> asked_by) and (note is not null)))),
  constraint approvals_check4 check (((outcome <> 'withdrawn') or ((decided_by is not null) and (decided_by = asked_by)))),
  constraint approvals_check5 check (((outcome <> 'expired') or (decided_by is null))),
  constraint approvals_check6 check (((outcome <> 'outdated') or (note is not null))),
  constraint approvals_note_check check ((note <> '')),
  constraint approvals_outcome_check check ((outcome in ('approved', 'refused', 'withdrawn', 'expired', 'outdated'))),
  constraint approvals_shillings_check check ((shillings > 0))
);
create unique index one_approval_a_submission on approvals (company_id, submission_id) where (submission_id is not null);
create unique index one_open_approval on approvals (company_id, act, subject) where (outcome is null);
create trigger keep_all before truncate on approvals for each statement execute function refuse_change();
create trigger keep_approval before delete or update on approvals for each row execute function keep_approval();

create table billing_terms (
  -- 0054
  company_id integer not null,
  id integer not null generated always as identity,
  name text not null,
  first_month text not null,
  last_month text not null,
  due_day date not null,
  created_at timestamptz not null default now(),
  constraint billing_terms_pkey primary key (company_id, id),
  constraint billing_terms_company_id_fkey foreign key (company_id) references companies(id),
  constraint billing_terms_check check ((first_month <= last_month)),
  constraint billing_terms_first_month_check check ((first_month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint billing_terms_last_month_check check ((last_month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint billing_terms_name_check check ((trim(both from name) <> ''))
);

create table bills (
  -- 0054, 0067
  company_id integer not null,
  id integer not null generated always as identity,
  term_id integer not null,
  tenancy_id integer not null,
  user_id integer not null,
  name text not null,
  first_month text not null,
  last_month text not null,
  due_day date not null,
  leaving_percent integer not null,
  entered_by integer,
  created_at timestamptz not null default now(),
  taken_back_at timestamptz,
  taken_back_by integer,
  after_payment integer not null default 0,
  constraint bills_pkey primary key (company_id, id),
  constraint bills_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint bills_company_id_taken_back_by_fkey foreign key (company_id, taken_back_by) references users(company_id, id),
  constraint bills_company_id_term_id_fkey foreign key (company_id, term_id) references billing_terms(company_id, id),
  constraint bills_company_id_user_id_tenancy_id_fkey foreign key (company_id, user_id, tenancy_id) references tenancies(company_id, user_id, id),
  constraint bills_leaving_percent_check check (((leaving_percent >= 0) and (leaving_percent <= 100)))
);
create index bills_of_term on bills (company_id, term_id, id);
create index bills_of_user on bills (company_id, user_id, id);
create unique index one_bill_a_term on bills (company_id, tenancy_id, term_id, first_month) where (taken_back_at is null);
create index taken_back_bills on bills (company_id, tenancy_id) where (taken_back_at is not null);
create trigger append_only before update on bills for each row execute function refuse_bill_change();
create trigger append_only_all before truncate on bills for each statement execute function refuse_change();
create trigger append_only_delete before delete on bills for each row execute function refuse_change_of_charge();

create table blocks (
  -- 0004
  company_id integer not null,
  user_id integer not null,
  blocked_id integer not null,
  created_at timestamptz not null default now(),
  constraint blocks_pkey primary key (company_id, user_id, blocked_id),
  constraint blocks_company_id_blocked_id_fkey foreign key (company_id, blocked_id) references users(company_id, id),
  constraint blocks_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint blocks_check check ((blocked_id <> user_id))
);

create table bundle_orders (
  -- 0005
  company_id integer not null,
  request_id integer not null,
  package_id text not null,
  name text not null,
  price integer not null,
  data_bytes bigint not null,
  duration_s integer not null,
  constraint bundle_orders_pkey primary key (company_id, request_id),
  constraint bundle_orders_company_id_request_id_fkey foreign key (company_id, request_id) references payment_requests(company_id, id),
  constraint bundle_orders_data_bytes_check check ((data_bytes > 0)),
  constraint bundle_orders_duration_s_check check ((duration_s > 0)),
  constraint bundle_orders_price_check check ((price > 0))
);
create trigger append_only before delete or update on bundle_orders for each row execute function refuse_change();

create table calls (
  -- 0053
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  outcome text not null,
  day date not null,
  note text,
  made_by integer not null,
  created_at timestamptz not null,
  constraint calls_pkey primary key (company_id, id),
  constraint calls_company_id_fkey foreign key (company_id) references companies(id),
  constraint calls_company_id_made_by_fkey foreign key (company_id, made_by) references users(company_id, id),
  constraint calls_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint calls_note_check check ((trim(both from note) <> '')),
  constraint calls_outcome_check check ((outcome in ('reached', 'no_answer', 'wrong_number', 'will_pay', 'disputes')))
);
create index calls_of_day on calls (company_id, day, user_id);
create index calls_of_user on calls (company_id, user_id, id);

create table cash_count_entries (
  -- 0040
  company_id integer not null,
  payment_id integer not null,
  count_id integer not null,
  constraint cash_count_entries_pkey primary key (company_id, payment_id),
  constraint cash_count_entries_company_id_count_id_fkey foreign key (company_id, count_id) references cash_counts(company_id, id),
  constraint cash_count_entries_company_id_payment_id_fkey foreign key (company_id, payment_id) references payments(company_id, id)
);
create trigger append_only before delete or update on cash_count_entries for each row execute function refuse_change();
create trigger append_only_all before truncate on cash_count_entries for each statement execute function refuse_change();

create table cash_counts (
  -- 0040
  company_id integer not null,
  id integer not null generated always as identity,
  expected integer not null,
  counted integer not null,
  reason text,
  handed_to text,
  handed integer not null default 0,
  note text,
  counted_by integer not null,
  counted_at timestamptz not null,
  submission_id uuid not null,
  created_at timestamptz not null default now(),
  constraint cash_counts_pkey primary key (company_id, id),
  constraint cash_counts_company_id_submission_id_key unique (company_id, submission_id),
  constraint cash_counts_company_id_counted_by_fkey foreign key (company_id, counted_by) references users(company_id, id),
  constraint cash_counts_company_id_fkey foreign key (company_id) references companies(id),
  constraint cash_counts_check check (((counted = expected) or (reason is not null))),
  constraint cash_counts_check1 check ((handed <= counted)),
  constraint cash_counts_check2 check (((handed_to is not null) or (handed = 0))),
  constraint cash_counts_counted_check check ((counted >= 0)),
  constraint cash_counts_handed_check check ((handed >= 0)),
  constraint cash_counts_handed_to_check check ((handed_to in ('bank', 'owner', 'next_shift'))),
  constraint cash_counts_note_check check ((trim(both from note) <> '')),
  constraint cash_counts_reason_check check ((trim(both from reason) <> ''))
);
create index cash_counts_by_time on cash_counts (company_id, counted_at);
create trigger append_only before delete or update on cash_counts for each row execute function refuse_change();
create trigger append_only_all before truncate on cash_counts for each statement execute function refuse_change();

create table charges (
  -- 0001, 0030, 0041, 0048, 0054, 0057
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  tenancy_id integer,
  kind text not null,
  month text not null,
  amount integer not null,
  reason text,
  entered_by integer,
  created_at timestamptz not null default now(),
  submission_id uuid,
  reverses_charge_id integer,
  first_month text,
  name text,
  fee_id integer,
  recurring_id integer,
  late_month text,
  bill_id integer,
  bill_due date,
  times_taken_back integer not null default 0,
  due_day date generated always as coalesce(bill_due, make_date((substr(month, 1, 4))::integer, (substr(month, 6, 2))::integer, 1)) stored,
  waives_charge_id integer,
  constraint charges_pkey primary key (company_id, id),
  constraint charges_company_id_bill_id_fkey foreign key (company_id, bill_id) references bills(company_id, id),
  constraint charges_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint charges_company_id_fee_id_fkey foreign key (company_id, fee_id) references fees(company_id, id),
  constraint charges_company_id_recurring_id_fkey foreign key (company_id, recurring_id) references recurring_fees(company_id, id),
  constraint charges_company_id_reverses_charge_id_fkey foreign key (company_id, reverses_charge_id) references charges(company_id, id),
  constraint charges_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint charges_company_id_user_id_tenancy_id_fkey foreign key (company_id, user_id, tenancy_id) references tenancies(company_id, user_id, id),
  constraint charges_company_id_waives_charge_id_fkey foreign key (company_id, waives_charge_id) references charges(company_id, id),
  constraint charges_check check (((amount <> 0) and ((kind <> 'rent') or (amount > 0)) and ((kind <> 'waiver') or (amount < 0)) and ((kind not in ('fee', 'late_fee')) or (reverses_charge_id is not null) or ((waives_charge_id is null) = (amount > 0))))),
  constraint charges_check1 check (((kind <> 'rent') or (tenancy_id is not null))),
  constraint charges_check2 check (((kind = 'rent') or ((kind = 'late_fee') and (reverses_charge_id is null)) or ((kind = 'fee') and (reverses_charge_id is null) and ((entered_by is not null) or (recurring_id is not null))) or ((coalesce(trim(both from reason), '') <> '') and (entered_by is not null)))),
  constraint charges_check3 check (((reverses_charge_id is null) or (kind in ('correction', 'fee', 'late_fee')))),
  constraint charges_check4 check (((kind = 'fee') = ((name is not null) and (fee_id is not null)))),
  constraint charges_check5 check (((kind = 'late_fee') = (late_month is not null))),
  constraint charges_check6 check (((recurring_id is null) or ((kind = 'fee') and (reverses_charge_id is null)))),
  constraint charges_check7 check (((bill_id is null) = (bill_due is null))),
  constraint charges_check8 check (((bill_id is null) or (kind in ('rent', 'correction')))),
  constraint charges_first_month_check check ((first_month in ('full', 'pro_rata'))),
  constraint charges_kind_check check ((kind in ('rent', 'waiver', 'correction', 'fee', 'late_fee'))),
  constraint charges_late_month_check check ((late_month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint charges_month_check check ((month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint charges_name_check check ((trim(both from name) <> '')),
  constraint charges_waives_check check (((waives_charge_id is null) or ((kind in ('fee', 'late_fee')) and (amount < 0) and (reverses_charge_id is null) and (entered_by is not null) and (coalesce(trim(both from reason), '') <> ''))))
);
create index charges_by_time on charges (company_id, month, created_at, id);
create index charges_of_bill on charges (company_id, bill_id) where (bill_id is not null);
create index charges_of_fee on charges (company_id, fee_id) where (fee_id is not null);
create index charges_of_user on charges (company_id, user_id) include (due_day, amount);
create unique index one_charge_a_recurring_month on charges (company_id, recurring_id, month) where (recurring_id is not null);
create unique index one_charge_a_submission on charges (company_id, submission_id) where (submission_id is not null);
create unique index one_late_fee_a_month on charges (company_id, user_id, late_month) where ((kind = 'late_fee') and (reverses_charge_id is null) and (waives_charge_id is null));
create unique index one_rent_a_month on charges (company_id, tenancy_id, month, times_taken_back) where (kind = 'rent');
create unique index one_reversal_a_charge on charges (company_id, reverses_charge_id) where (reverses_charge_id is not null);
create index waivers_of_charge on charges (company_id, waives_charge_id) where (waives_charge_id is not null);
create trigger append_only before delete or update on charges for each row execute function refuse_change_of_charge();
create trigger append_only_all before truncate on charges for each statement execute function refuse_change();
create trigger not_waived before insert on charges for each row when ((new.reverses_charge_id is not null)) execute function refuse_reversal_of_waived();
create trigger opposite_amount before insert on charges for each row when ((new.reverses_charge_id is not null)) execute function refuse_unequal_charge_reversal();
create trigger waived_fee before insert on charges for each row when ((new.waives_charge_id is not null)) execute function check_waiver_of_fee();

create table colleges (
  -- 0003
  id integer not null generated always as identity,
  name text not null,
  constraint colleges_pkey primary key (id),
  constraint colleges_name_key unique (name)
);

create table comments (
  -- 0004
  company_id integer not null,
  id integer not null generated always as identity,
  post_id integer not null,
  author_id integer not null,
  content text not null,
  submission_id uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  constraint comments_pkey primary key (company_id, id),
  constraint comments_company_id_author_id_submission_id_key unique (company_id, author_id, submission_id),
  constraint comments_company_id_author_id_fkey foreign key (company_id, author_id) references users(company_id, id),
  constraint comments_company_id_post_id_fkey foreign key (company_id, post_id) references posts(company_id, id)
);
create index comments_company_id_post_id_id_idx on comments (company_id, post_id, id);
create trigger counted after insert on comments referencing new table as added for each statement execute function count_comments();
create constraint trigger new_version after insert or delete or update on comments deferrable initially deferred for each row execute function new_community_version();
create trigger uncounted after delete on comments referencing old table as gone for each statement execute function count_comments();

create table community_versions (
  -- 0015
  company_id integer not null,
  version bigint not null,
  constraint community_versions_pkey primary key (company_id),
  constraint community_versions_company_id_fkey foreign key (company_id) references companies(id)
);

create table companies (
  -- 0001, 0005, 0027, 0029, 0034, 0037, 0049, 0053, 0054, 0059, 0081
  id integer not null generated always as identity,
  slug text not null,
  name text not null,
  logo text,
  tagline text not null,
  email text not null,
  phone text not null,
  address text not null,
  hours text not null,
  first_month text not null default 'full',
  wifi_network text,
  picture text,
  footer text,
  facilities text[] not null default '{}'[],
  approval_limit integer,
  deposit_amount integer,
  deposit_months integer,
  deposit_days integer not null default 14,
  promises_allowed boolean not null default true,
  promise_days integer not null default 14,
  promise_percent integer not null default 100,
  promises_per_half_year integer not null default 3,
  billed_by text not null default 'month',
  leaving_percent integer not null default 0,
  first_month_chosen boolean not null default false,
  gallery jsonb not null default '[]'::jsonb,
  constraint companies_pkey primary key (id),
  constraint companies_slug_key unique (slug),
  constraint companies_approval_limit_check check ((approval_limit >= 0)),
  constraint companies_billed_by_check check ((billed_by in ('month', 'term'))),
  constraint companies_check check (((deposit_amount is null) or (deposit_months is null))),
  constraint companies_deposit_amount_check check (((deposit_amount >= 1) and (deposit_amount <= 1000000))),
  constraint companies_deposit_days_check check (((deposit_days >= 1) and (deposit_days <= 365))),
  constraint companies_deposit_months_check check (((deposit_months >= 1) and (deposit_months <= 12))),
  constraint companies_facilities_check check ((facilities <@ array['wifi', 'safety', 'green', 'hot_water', 'tv_room', 'laundry'])),
  constraint companies_first_month_check check ((first_month in ('full', 'pro_rata'))),
  constraint companies_footer_check check ((footer <> '')),
  constraint companies_gallery_check check ((jsonb_typeof(gallery) = 'array')),
  constraint companies_leaving_percent_check check (((leaving_percent >= 0) and (leaving_percent <= 100))),
  constraint companies_promise_days_check check (((promise_days >= 1) and (promise_days <= 180))),
  constraint companies_promise_percent_check check (((promise_percent >= 1) and (promise_percent <= 100))),
  constraint companies_promises_per_half_year_check check (((promises_per_half_year >= 1) and (promises_per_half_year <= 50)))
);

create table conversations (
  -- 0004
  company_id integer not null,
  id integer not null generated always as identity,
  post_id integer not null,
  author_id integer not null,
  reader_id integer not null,
  last_message_id integer not null default 0,
  last_message_at timestamptz not null,
  author_seen_id integer not null default 0,
  reader_seen_id integer not null default 0,
  author_unread integer not null default 0,
  reader_unread integer not null default 0,
  constraint conversations_pkey primary key (company_id, id),
  constraint conversations_company_id_post_id_reader_id_key unique (company_id, post_id, reader_id),
  constraint conversations_company_id_author_id_fkey foreign key (company_id, author_id) references users(company_id, id),
  constraint conversations_company_id_post_id_fkey foreign key (company_id, post_id) references posts(company_id, id),
  constraint conversations_company_id_reader_id_fkey foreign key (company_id, reader_id) references users(company_id, id),
  constraint conversations_author_unread_check check ((author_unread >= 0)),
  constraint conversations_check check ((reader_id <> author_id)),
  constraint conversations_reader_unread_check check ((reader_unread >= 0))
);
create index conversations_company_id_author_id_author_unread_idx on conversations (company_id, author_id) include (author_unread) where (author_unread > 0);
create index conversations_company_id_author_id_last_message_id_idx on conversations (company_id, author_id, last_message_id);
create index conversations_company_id_post_id_author_id_last_message_id_idx on conversations (company_id, post_id, author_id, last_message_id);
create index conversations_company_id_reader_id_last_message_id_idx on conversations (company_id, reader_id, last_message_id);
create index conversations_company_id_reader_id_reader_unread_idx on conversations (company_id, reader_id) include (reader_unread) where (reader_unread > 0);

create table daraja_accounts (
  -- 0002, 0009
  account text not null,
  token text,
  token_until timestamptz,
  token_claimed_until timestamptz,
  statement_asked_at timestamptz,
  statement_wanted_since timestamptz,
  statement_failures integer not null default 0,
  paused_until timestamptz,
  statement_requests integer not null default 0,
  constraint daraja_accounts_pkey primary key (account)
);

create table day_closes (
  -- 0040, 0045
  company_id integer not null,
  number integer not null,
  day date not null,
  figures text not null,
  open_cents bigint not null,
  reason text,
  alone boolean not null,
  signed_by integer not null,
  signed_at timestamptz not null,
  previous_hash bytea,
  hash bytea not null,
  second_by integer,
  second_at timestamptz,
  second_note text,
  second_hash bytea,
  created_at timestamptz not null default now(),
  late text,
  constraint day_closes_pkey primary key (company_id, number),
  constraint day_closes_company_id_day_key unique (company_id, day),
  constraint day_closes_company_id_fkey foreign key (company_id) references companies(id),
  constraint day_closes_company_id_second_by_fkey foreign key (company_id, second_by) references users(company_id, id),
  constraint day_closes_company_id_signed_by_fkey foreign key (company_id, signed_by) references users(company_id, id),
  constraint day_closes_check check (((open_cents = 0) or (reason is not null))),
  constraint day_closes_check1 check ((second_by <> signed_by)),
  constraint day_closes_check2 check ((not (alone and (second_by is not null)))),
  constraint day_closes_check3 check ((((second_by is null) = (second_at is null)) and ((second_by is null) = (second_hash is null)))),
  constraint day_closes_check4 check (((second_by is not null) or (second_note is null))),
  constraint day_closes_number_check check ((number >= 1)),
  constraint day_closes_open_cents_check check ((open_cents >= 0)),
  constraint day_closes_reason_check check ((trim(both from reason) <> '')),
  constraint day_closes_second_note_check check ((trim(both from second_note) <> ''))
);
create trigger append_only before delete or update on day_closes for each row execute function refuse_changed_close();
create trigger append_only_all before truncate on day_closes for each statement execute function refuse_change();
create trigger follows before insert on day_closes for each row execute function refuse_broken_chain();

create table deposit_entries (
  -- 0049
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  kind text not null,
  amount integer not null,
  at timestamptz not null,
  payment_id integer,
  reverses_entry_id integer,
  reason text,
  document_id integer,
  entered_by integer,
  submission_id uuid,
  created_at timestamptz not null default now(),
  constraint deposit_entries_pkey primary key (company_id, id),
  constraint deposit_entries_company_id_payment_id_key unique (company_id, payment_id),
  constraint deposit_entries_company_id_reverses_entry_id_key unique (company_id, reverses_entry_id),
  constraint deposit_entries_company_id_submission_id_key unique (company_id, submission_id),
  constraint deposit_entries_company_id_document_id_fkey foreign key (company_id, document_id) references documents(company_id, id),
  constraint deposit_entries_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint deposit_entries_company_id_fkey foreign key (company_id) references companies(id),
  constraint deposit_entries_company_id_payment_id_fkey foreign key (company_id, payment_id) references payments(company_id, id),
  constraint deposit_entries_company_id_reverses_entry_id_fkey foreign key (company_id, reverses_entry_id) references deposit_entries(company_id, id),
  constraint deposit_entries_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint deposit_entries_check check (((amount <> 0) and
case
    when (kind in ('received', 'opening', 'from_rent')) then (amount > 0)
    when (kind in ('to_rent', 'deducted', 'refunded')) then (amount < 0)
    else true
end)),
  constraint deposit_entries_check1 check (((kind = 'undone') or ((payment_id is null) = (kind in ('opening', 'deducted'))))),
  constraint deposit_entries_check2 check (((kind = 'undone') = (reverses_entry_id is not null))),
  constraint deposit_entries_check3 check (((kind <> 'deducted') or (reason is not null))),
  constraint deposit_entries_check4 check (((kind not in ('opening', 'deducted')) or ((entered_by is not null) and (submission_id is not null)))),
  constraint deposit_entries_check5 check (((kind <> 'undone') or (payment_id is not null) or ((reason is not null) and (entered_by is not null)))),
  constraint deposit_entries_check6 check (((document_id is null) or (kind = 'deducted'))),
  constraint deposit_entries_kind_check check ((kind in ('received', 'opening', 'from_rent', 'to_rent', 'deducted', 'refunded', 'corrected', 'undone'))),
  constraint deposit_entries_reason_check check ((trim(both from reason) <> ''))
);
create index deposit_entries_by_time on deposit_entries (company_id, created_at);
create index deposit_entries_of_user on deposit_entries (company_id, user_id, id);
create trigger append_only before delete or update on deposit_entries for each row execute function refuse_change_of_charge();
create trigger append_only_all before truncate on deposit_entries for each statement execute function refuse_change();
create trigger check_entry before insert on deposit_entries for each row execute function check_deposit_entry();

create table desk_items (
  -- 0001, 0002, 0010, 0014, 0036, 0038, 0044, 0066, 0068, 0080
  company_id integer not null,
  id integer not null generated always as identity,
  reason text not null,
  receipt text,
  amount text,
  reference text,
  paid_at timestamptz,
  request_id integer,
  account_user_id integer,
  raw jsonb,
  created_at timestamptz not null default now(),
  closed_at timestamptz,
  outcome text,
  closed_by integer,
  note text,
  payment_company_id integer,
  payment_id integer,
  counted_receipt text,
  statement_row_id integer,
  constraint desk_items_pkey primary key (company_id, id),
  constraint desk_items_company_id_account_user_id_fkey foreign key (company_id, account_user_id) references users(company_id, id),
  constraint desk_items_company_id_closed_by_fkey foreign key (company_id, closed_by) references users(company_id, id),
  constraint desk_items_company_id_fkey foreign key (company_id) references companies(id),
  constraint desk_items_company_id_request_id_fkey foreign key (company_id, request_id) references payment_requests(company_id, id),
  constraint desk_items_company_id_statement_row_id_fkey foreign key (company_id, statement_row_id) references statement_rows(company_id, id),
  constraint desk_items_payment_company_id_payment_id_fkey foreign key (payment_company_id, payment_id) references payments(company_id, id),
  constraint desk_items_check check (((closed_at is null) = (outcome is null))),
  constraint desk_items_check1 check (((outcome <> 'dismissed') or (coalesce(trim(both from note), '') <> ''))),
  constraint desk_items_outcome_check check ((outcome in ('assigned', 'split', 'attached', 'corrected', 'confirmed', 'dismissed', 'by_itself'))),
  constraint desk_items_reason_check check ((reason in ('differing_amount', 'unmatched', 'other_paybill', 'fraction', 'possible_twin', 'second_receipt', 'counted_twice', 'silent', 'unknown_code', 'unreadable', 'taken_back_by_mpesa', 'only_in_upload', 'wrong_account', 'confirmed_code', 'dismissed_before', 'other_kind'))),
  constraint desk_items_row_check check (((statement_row_id is not null) or (reason <> 'only_in_upload')))
);
create index desk_items_by_counted on desk_items (company_id, counted_receipt) where (counted_receipt is not null);
create index desk_items_by_reference on desk_items (company_id, reference_key_of(reference)) where (outcome = 'assigned');
create index desk_items_by_time on desk_items (company_id, coalesce(paid_at, created_at)) where (receipt is not null);
create index desk_items_company_id_closed_at_id_idx on desk_items (company_id, closed_at, id) where (closed_at is not null);
create index desk_items_company_id_id_idx on desk_items (company_id, id) where (closed_at is null);
create unique index desk_items_company_id_receipt_idx on desk_items (company_id, receipt) where (receipt is not null);
create unique index one_item_a_counted_receipt on desk_items (counted_receipt, company_id, request_id) where (reason = 'counted_twice');
create unique index one_item_a_reversal on desk_items (company_id, statement_row_id) where (statement_row_id is not null);
create unique index one_wait_a_push on desk_items (company_id, request_id) where (reason in ('silent', 'unknown_code'));
create index taken_back_items on desk_items (company_id, counted_receipt) where (reason = 'taken_back_by_mpesa');

create table document_views (
  -- 0003
  company_id integer not null,
  id integer not null generated always as identity,
  document_id integer not null,
  user_id integer not null,
  viewed_at timestamptz not null,
  constraint document_views_pkey primary key (company_id, id),
  constraint document_views_company_id_document_id_fkey foreign key (company_id, document_id) references documents(company_id, id),
  constraint document_views_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);
create trigger append_only before delete or update on document_views for each row execute function refuse_change();

create table documents (
  -- 0003, 0049
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  kind text not null,
  storage_key text not null,
  created_at timestamptz not null default now(),
  constraint documents_pkey primary key (company_id, id),
  constraint documents_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint documents_kind_check check ((kind in ('photo', 'id_photo', 'deduction')))
);
create index documents_company_id_user_id_idx on documents (company_id, user_id);

create table etims_numbers (
  -- 0050
  company_id integer not null,
  id integer not null generated always as identity,
  payment_id integer not null,
  number text,
  entered_by integer not null,
  created_at timestamptz not null default now(),
  constraint etims_numbers_pkey primary key (company_id, id),
  constraint etims_numbers_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint etims_numbers_company_id_fkey foreign key (company_id) references companies(id),
  constraint etims_numbers_company_id_payment_id_fkey foreign key (company_id, payment_id) references payments(company_id, id),
  constraint etims_numbers_number_check check ((number ~ '^[A-Z0-9][A-Z0-9/-]{2,39}$'))
);
create index etims_numbers_of_payment on etims_numbers (company_id, payment_id, id);
create trigger append_only before delete or update on etims_numbers for each row execute function refuse_change();
create trigger append_only_all before truncate on etims_numbers for each statement execute function refuse_change();

create table faculties (
  -- 0003
  id integer not null generated always as identity,
  college_id integer not null,
  name text not null,
  constraint faculties_pkey primary key (id),
  constraint faculties_college_id_name_key unique (college_id, name),
  constraint faculties_college_id_fkey foreign key (college_id) references colleges(id)
);

create table faq (
  -- 0005
  company_id integer not null,
  id integer not null generated always as identity,
  question text not null,
  answer text not null,
  "position" integer not null,
  constraint faq_pkey primary key (company_id, id),
  constraint faq_company_id_fkey foreign key (company_id) references companies(id)
);

create table fee_prices (
  -- 0048
  company_id integer not null,
  fee_id integer not null,
  from_day date not null,
  amount integer not null,
  constraint fee_prices_pkey primary key (company_id, fee_id, from_day),
  constraint fee_prices_company_id_fee_id_fkey foreign key (company_id, fee_id) references fees(company_id, id) on delete cascade,
  constraint fee_prices_amount_check check ((amount > 0))
);

create table fees (
  -- 0048
  company_id integer not null,
  id integer not null generated always as identity,
  name text not null,
  may_vary boolean not null default false,
  active boolean not null default true,
  "position" integer not null,
  constraint fees_pkey primary key (company_id, id),
  constraint fees_company_id_fkey foreign key (company_id) references companies(id),
  constraint fees_name_check check ((trim(both from name) <> ''))
);

create table given_away (
  -- 0085
  company_id integer not null,
  id integer not null generated always as identity,
  given_by integer not null,
  shillings integer not null,
  given_at timestamptz not null,
  constraint given_away_pkey primary key (company_id, id),
  constraint given_away_company_id_fkey foreign key (company_id) references companies(id),
  constraint given_away_company_id_given_by_fkey foreign key (company_id, given_by) references users(company_id, id),
  constraint given_away_shillings_check check ((shillings > 0))
);
create index given_away_company_id_given_by_given_at_idx on given_away (company_id, given_by, given_at);
create trigger append_only before delete or update on given_away for each row execute function refuse_change();
create trigger append_only_all before truncate on given_away for each statement execute function refuse_change();

create table helb_news (
  -- 0053
  company_id integer not null,
  id integer not null generated always as identity,
  round integer not null,
  kind text not null,
  day date,
  takes_back integer,
  note text,
  entered_by integer not null,
  entered_at timestamptz not null,
  constraint helb_news_pkey primary key (company_id, id),
  constraint helb_news_company_id_takes_back_key unique (company_id, takes_back),
  constraint helb_news_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint helb_news_company_id_fkey foreign key (company_id) references companies(id),
  constraint helb_news_company_id_takes_back_fkey foreign key (company_id, takes_back) references helb_news(company_id, id),
  constraint helb_news_check check (((kind = 'taken_back') = (takes_back is not null))),
  constraint helb_news_check1 check (((kind = 'taken_back') = (day is null))),
  constraint helb_news_kind_check check ((kind in ('expected', 'came', 'taken_back'))),
  constraint helb_news_note_check check ((trim(both from note) <> '')),
  constraint helb_news_round_check check ((round >= 1))
);
create index helb_news_of_round on helb_news (company_id, round, id);
create trigger append_only before delete or update on helb_news for each row execute function refuse_change();
create trigger append_only_all before truncate on helb_news for each statement execute function refuse_change();

create table id_numbers (
  -- 0003
  id_number text not null,
  company_id integer not null,
  user_id integer not null,
  constraint id_numbers_pkey primary key (id_number),
  constraint id_numbers_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);
create index id_numbers_of_users on id_numbers (company_id, user_id);

create table import_rows (
  -- 0018, 0022, 0075
  company_id integer not null,
  id integer not null generated always as identity,
  import_id integer not null,
  room_id integer,
  user_id integer,
  before jsonb,
  after jsonb,
  made_as text,
  constraint import_rows_pkey primary key (company_id, import_id, id),
  constraint import_rows_company_id_import_id_fkey foreign key (company_id, import_id) references imports(company_id, id),
  constraint import_rows_company_id_room_id_fkey foreign key (company_id, room_id) references rooms(company_id, id) on delete cascade,
  constraint import_rows_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id) on delete cascade,
  constraint import_rows_check check ((num_nonnulls(room_id, user_id) = 1)),
  constraint import_rows_check1 check ((num_nulls(before, after) <> 1))
);
create index import_rows_company_id_room_id_idx on import_rows (company_id, room_id) where (room_id is not null);
create index import_rows_company_id_user_id_idx on import_rows (company_id, user_id) where (user_id is not null);

create table imports (
  -- 0018, 0022, 0076
  company_id integer not null,
  id integer not null generated always as identity,
  kind text not null,
  columns jsonb not null,
  added integer not null,
  unchanged integer not null,
  imported_by integer not null,
  created_at timestamptz not null,
  undone_at timestamptz,
  undone_by integer,
  dates text,
  constraint imports_pkey primary key (company_id, id),
  constraint imports_company_id_fkey foreign key (company_id) references companies(id),
  constraint imports_company_id_imported_by_fkey foreign key (company_id, imported_by) references users(company_id, id),
  constraint imports_company_id_undone_by_fkey foreign key (company_id, undone_by) references users(company_id, id),
  constraint imports_dates_check check ((dates in ('day', 'month'))),
  constraint imports_kind_check check ((kind in ('rooms', 'tenants', 'contacts')))
);

create table installation (
  -- 0001
  name text not null,
  value text not null,
  constraint installation_pkey primary key (name)
);

create table late_fee_terms (
  -- 0048
  company_id integer not null,
  from_month text not null,
  grace_days integer not null,
  amount integer,
  percent integer,
  cap integer,
  constraint late_fee_terms_pkey primary key (company_id, from_month),
  constraint late_fee_terms_company_id_fkey foreign key (company_id) references companies(id),
  constraint late_fee_terms_amount_check check ((amount > 0)),
  constraint late_fee_terms_cap_check check ((cap > 0)),
  constraint late_fee_terms_check check (((amount is null) <> (percent is null))),
  constraint late_fee_terms_check1 check (((cap is null) or (percent is not null))),
  constraint late_fee_terms_from_month_check check ((from_month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint late_fee_terms_grace_days_check check ((grace_days >= 0)),
  constraint late_fee_terms_percent_check check (((percent >= 1) and (percent <= 100)))
);

create table letters (
  -- 0046
  company_id integer not null,
  number integer not null,
  user_id integer not null,
  kind text not null,
  code text not null,
  facts text not null,
  rows text not null,
  signature bytea not null,
  submission_id uuid not null,
  issued_by integer,
  issued_at timestamptz not null,
  withdrawn_at timestamptz,
  withdrawn_by integer,
  withdrawn_reason text,
  constraint letters_pkey primary key (company_id, number),
  constraint letters_code_key unique (code),
  constraint letters_company_id_submission_id_key unique (company_id, submission_id),
  constraint letters_company_id_fkey foreign key (company_id) references companies(id),
  constraint letters_company_id_issued_by_fkey foreign key (company_id, issued_by) references users(company_id, id),
  constraint letters_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint letters_company_id_withdrawn_by_fkey foreign key (company_id, withdrawn_by) references users(company_id, id),
  constraint letters_check check (((withdrawn_at is null) = (withdrawn_by is null))),
  constraint letters_check1 check (((withdrawn_at is null) = (withdrawn_reason is null))),
  constraint letters_code_check check ((code ~ '^[0-9A-HJKMNP-TV-Z]{26}$')),
  constraint letters_kind_check check ((kind in ('clearance', 'statement'))),
  constraint letters_number_check check ((number >= 1)),
  constraint letters_signature_check check ((length(signature) = 64)),
  constraint letters_withdrawn_reason_check check ((trim(both from withdrawn_reason) <> ''))
);
create index letters_of_user on letters (company_id, user_id, number);
create trigger append_only before delete or update on letters for each row execute function refuse_changed_letter();
create trigger append_only_all before truncate on letters for each statement execute function refuse_change();

create table logins (
  -- 0001
  login text not null,
  company_id integer not null,
  user_id integer not null,
  constraint logins_pkey primary key (login),
  constraint logins_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);

create table messages (
  -- 0004
  company_id integer not null,
  conversation_id integer not null,
  id integer not null generated always as identity,
  sender_id integer not null,
  client_id uuid not null,
  text text not null,
  sent_at timestamptz not null,
  constraint messages_pkey primary key (company_id, conversation_id, id),
  constraint messages_company_id_sender_id_client_id_key unique (company_id, sender_id, client_id),
  constraint messages_company_id_conversation_id_fkey foreign key (company_id, conversation_id) references conversations(company_id, id),
  constraint messages_company_id_sender_id_fkey foreign key (company_id, sender_id) references users(company_id, id)
);

create table mpesa_checks (
  -- 0082
  company_id integer not null,
  id integer not null generated always as identity,
  kind text not null,
  paybill text not null,
  verdicts jsonb not null,
  checked_by integer not null,
  checked_at timestamptz not null,
  constraint mpesa_checks_pkey primary key (company_id, id),
  constraint mpesa_checks_company_id_checked_by_fkey foreign key (company_id, checked_by) references users(company_id, id),
  constraint mpesa_checks_company_id_fkey foreign key (company_id) references companies(id),
  constraint mpesa_checks_kind_check check ((kind in ('check', 'registration')))
);

create table open_pushes (
  -- 0001
  phone text not null,
  company_id integer not null,
  request_id integer not null,
  opened_at timestamptz not null,
  constraint open_pushes_pkey primary key (phone),
  constraint open_pushes_company_id_request_id_fkey foreign key (company_id, request_id) references payment_requests(company_id, id)
);

create table packages (
  -- 0005
  company_id integer not null,
  id text not null,
  name text not null,
  price integer not null,
  data_bytes bigint not null,
  duration_s integer not null,
  "position" integer not null,
  offered boolean not null default true,
  constraint packages_pkey primary key (company_id, id),
  constraint packages_company_id_fkey foreign key (company_id) references companies(id),
  constraint packages_data_bytes_check check ((data_bytes > 0)),
  constraint packages_duration_s_check check ((duration_s > 0)),
  constraint packages_id_check check ((id ~ '^package_[a-z0-9_]{1,30}$')),
  constraint packages_price_check check (((price >= 1) and (price <= 250000)))
);

create table password_resets (
  -- 0003
  token_hash bytea not null,
  company_id integer not null,
  user_id integer not null,
  expires_at timestamptz not null,
  used_at timestamptz,
  constraint password_resets_pkey primary key (token_hash),
  constraint password_resets_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);
create index password_resets_company_id_user_id_idx on password_resets (company_id, user_id);

create table past_room_closures (
  -- 0059
  company_id integer not null,
  closure_id integer not null,
  room_id integer not null,
  from_day date not null,
  until_day date,
  reason text not null,
  recorded_at timestamptz,
  replaced_at timestamptz not null default now()
);
create index past_room_closures_company_id_replaced_at_idx on past_room_closures (company_id, replaced_at);
create trigger append_only before delete or update on past_room_closures for each row execute function refuse_change();

create table past_stays (
  -- 0059
  company_id integer not null,
  stay_id integer not null,
  tenancy_id integer not null,
  room_id integer not null,
  from_day date not null,
  until_day date,
  recorded_at timestamptz,
  replaced_at timestamptz not null default now()
);
create index past_stays_company_id_replaced_at_idx on past_stays (company_id, replaced_at);
create trigger append_only before delete or update on past_stays for each row execute function refuse_change();

create table pay_links (
  -- 0052, 0056
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  token_hash bytea not null,
  label text not null,
  show_name boolean not null,
  show_owed boolean not null,
  submission_id uuid not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  agreeing_phone text,
  constraint pay_links_pkey primary key (company_id, id),
  constraint pay_links_company_id_submission_id_key unique (company_id, submission_id),
  constraint pay_links_token_hash_key unique (token_hash),
  constraint pay_links_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint pay_links_agreeing_phone_check check ((agreeing_phone ~ '^254[17][0-9]{8}$')),
  constraint pay_links_label_check check ((trim(both from label) <> '')),
  constraint pay_links_token_hash_check check ((length(token_hash) = 32))
);
create index pay_links_of_user on pay_links (company_id, user_id, id);

create table payment_claims (
  -- 0039, 0066, 0078
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  receipt text not null,
  amount integer,
  paid_on date,
  account text,
  entered_by integer,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by integer,
  note text,
  status_asked_at timestamptz,
  status_token text,
  status_answer text,
  status_at timestamptz,
  reversal text,
  constraint payment_claims_pkey primary key (company_id, id),
  constraint payment_claims_company_id_user_id_receipt_key unique (company_id, user_id, receipt),
  constraint payment_claims_company_id_closed_by_fkey foreign key (company_id, closed_by) references users(company_id, id),
  constraint payment_claims_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint payment_claims_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint payment_claims_account_check check (((account <> '') and (length(account) <= 40))),
  constraint payment_claims_amount_check check ((amount > 0)),
  constraint payment_claims_check check (((closed_at is null) = (closed_by is null))),
  constraint payment_claims_check1 check (((closed_at is null) = (note is null))),
  constraint payment_claims_check2 check (((status_answer is null) = (status_at is null))),
  constraint payment_claims_receipt_check check ((receipt ~ '^[A-Z][A-L][A-Z0-9]{8}$'))
);
create index payment_claims_by_receipt on payment_claims (company_id, receipt);
create unique index payment_claims_by_token on payment_claims (company_id, status_token) where (status_token is not null);
create index payment_claims_open on payment_claims (company_id, created_at) where (closed_at is null);

create table payment_requests (
  -- 0001, 0002, 0009, 0049, 0052
  company_id integer not null,
  id integer not null generated always as identity,
  checkout_request_id text not null,
  callback_token text not null,
  starter_company_id integer,
  starter_user_id integer,
  account_user_id integer not null,
  purpose text not null,
  account_reference text not null,
  wire_reference text not null,
  description text not null,
  phone text not null,
  amount integer not null,
  status text not null default 'processing',
  result_code text,
  result_desc text,
  differing_amount_reported boolean not null default false,
  daraja_checkout_id text,
  daraja_merchant_id text,
  initiated_at timestamptz not null,
  ended_at timestamptz,
  query_count integer not null default 0,
  next_query_at timestamptz,
  unknown_code text,
  unknown_desc text,
  receipt_query_at timestamptz,
  receipt_query_count integer not null default 0,
  receipt_used_elsewhere boolean not null default false,
  pay_link_id integer,
  submission_id uuid,
  constraint payment_requests_pkey primary key (company_id, id),
  constraint payment_requests_company_id_callback_token_key unique (company_id, callback_token),
  constraint payment_requests_starter_company_id_checkout_request_id_key unique (starter_company_id, checkout_request_id),
  constraint payment_requests_company_id_account_user_id_fkey foreign key (company_id, account_user_id) references users(company_id, id),
  constraint payment_requests_company_id_pay_link_id_fkey foreign key (company_id, pay_link_id) references pay_links(company_id, id),
  constraint payment_requests_starter_company_id_starter_user_id_fkey foreign key (starter_company_id, starter_user_id) references users(company_id, id),
  constraint payment_requests_amount_check check (((amount >= 1) and (amount <= 250000))),
  constraint payment_requests_check check (((status = 'processing') = (ended_at is null))),
  constraint payment_requests_check1 check (((starter_company_id is null) = (starter_user_id is null))),
  constraint payment_requests_check2 check (((pay_link_id is null) = (starter_user_id is not null))),
  constraint payment_requests_check3 check (((pay_link_id is null) = (submission_id is null))),
  constraint payment_requests_phone_check check ((phone ~ '^254[17]\d{8}$')),
  constraint payment_requests_purpose_check check ((purpose in ('rent', 'wifi', 'deposit'))),
  constraint payment_requests_status_check check ((status in ('processing', 'completed', 'cancelled', 'failed')))
);
create index link_pushes_of_account on payment_requests (company_id, account_user_id) where (pay_link_id is not null);
create index payment_requests_company_id_next_query_at_idx on payment_requests (company_id, next_query_at) where (next_query_at is not null);
create index payment_requests_company_id_receipt_query_at_idx on payment_requests (company_id, receipt_query_at) where (receipt_query_at is not null);
create index payment_requests_starter_company_id_starter_user_id_idx on payment_requests (starter_company_id, starter_user_id) where ((company_id <> starter_company_id) or (account_user_id <> starter_user_id));
create index payment_requests_starter_company_id_starter_user_id_initiat_idx on payment_requests (starter_company_id, starter_user_id, initiated_at);
create unique index pushes_of_pay_link on payment_requests (company_id, pay_link_id, submission_id) where (pay_link_id is not null);
create trigger note_arrangement after insert or update of account_user_id on payment_requests for each row when ((new.pay_link_id is not null)) execute function note_arranged_push();
create trigger stays_completed before update on payment_requests for each row when (((old.status = 'completed') and (new.status <> 'completed'))) execute function refuse_uncompleting();

create table payments (
  -- 0001, 0011, 0014, 0030, 0043, 0049, 0061
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  purpose text not null,
  kind text not null,
  amount integer not null,
  paid_at timestamptz not null,
  request_id integer,
  reason text,
  entered_by integer,
  created_at timestamptz not null default now(),
  reverses_payment_id integer,
  reference text,
  submission_id uuid,
  constraint payments_pkey primary key (company_id, id),
  constraint payments_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint payments_company_id_request_id_fkey foreign key (company_id, request_id) references payment_requests(company_id, id),
  constraint payments_company_id_reverses_payment_id_fkey foreign key (company_id, reverses_payment_id) references payments(company_id, id),
  constraint payments_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint payments_check check (((amount <> 0) and ((kind = 'correction') or ((kind in ('refund', 'to_deposit')) = (amount < 0))))),
  constraint payments_check1 check (((kind <> 'push') or (request_id is not null))),
  constraint payments_check2 check (((kind <> 'correction') or ((coalesce(trim(both from reason), '') <> '') and ((entered_by is not null) or (reverses_payment_id is not null))))),
  constraint payments_check4 check (((kind not in ('cash', 'bank', 'refund')) or ((entered_by is not null) and (submission_id is not null)))),
  constraint payments_check5 check (((kind not in ('bank', 'refund')) or (reference is not null))),
  constraint payments_deposit_check check (((kind not in ('to_deposit', 'from_deposit')) or ((purpose = 'rent') and (entered_by is not null) and (submission_id is not null)))),
  constraint payments_kind_check check ((kind in ('push', 'paybill', 'cash', 'bank', 'refund', 'to_deposit', 'from_deposit', 'correction'))),
  constraint payments_purpose_check check ((purpose in ('rent', 'wifi', 'deposit'))),
  constraint payments_reference_check check ((reference <> '')),
  constraint payments_reverses_check check (((reverses_payment_id is null) or (kind = 'correction') or ((kind in ('paybill', 'push')) and (amount > 0))))
);
create unique index one_payment_a_submission on payments (company_id, submission_id) where (submission_id is not null);
create unique index one_reversal_a_payment on payments (company_id, reverses_payment_id) where (reverses_payment_id is not null);
create index payments_by_bank_code on payments (company_id, lower(regexp_replace(reference, '[^A-Za-z0-9]', '', 'g'))) where (kind = 'bank');
create index payments_by_creation on payments (company_id, created_at);
create index payments_by_time on payments (company_id, purpose, paid_at, id);
create index payments_company_id_amount_paid_at_idx on payments (company_id, amount, paid_at) where (kind = 'push');
create index payments_company_id_request_id_idx on payments (company_id, request_id);
create index payments_of_user on payments (company_id, user_id, paid_at) include (purpose, amount, id);
create constraint trigger all_parts after insert on payments deferrable initially deferred for each row when ((new.reverses_payment_id is not null)) execute function refuse_reversal_of_a_part();
create trigger append_only before delete or update on payments for each row execute function refuse_change();
create trigger append_only_all before truncate on payments for each statement execute function refuse_change();
create trigger follow_deposit after insert on payments for each row when (((new.purpose = 'deposit') or (new.kind in ('to_deposit', 'from_deposit')) or (new.reverses_payment_id is not null))) execute function follow_deposit_payment();
create trigger opposite_amount before insert on payments for each row when ((new.reverses_payment_id is not null)) execute function refuse_unequal_reversal();

create table planned_prices (
  -- 0025
  company_id integer not null,
  from_day date not null,
  bundles jsonb not null,
  planned_by integer not null,
  constraint planned_prices_pkey primary key (company_id),
  constraint planned_prices_company_id_fkey foreign key (company_id) references companies(id),
  constraint planned_prices_company_id_planned_by_fkey foreign key (company_id, planned_by) references users(company_id, id)
);

create table posts (
  -- 0004, 0007, 0013
  company_id integer not null,
  id integer not null generated always as identity,
  author_id integer not null,
  title text not null,
  description text not null,
  image_name text,
  image_width integer,
  image_height integer,
  status text not null default 'pending',
  reason text,
  "position" integer,
  revision integer not null default 1,
  comment_count integer not null default 0,
  submission_id uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  reviewed_title text,
  reviewed_description text,
  decided_by integer,
  decided_at timestamptz,
  deleted_at timestamptz,
  reviewed_image_name text,
  reviewed_image_width integer,
  reviewed_image_height integer,
  published_at timestamptz,
  constraint posts_pkey primary key (company_id, id),
  constraint posts_company_id_author_id_submission_id_key unique (company_id, author_id, submission_id),
  constraint posts_company_id_author_id_fkey foreign key (company_id, author_id) references users(company_id, id),
  constraint posts_company_id_decided_by_fkey foreign key (company_id, decided_by) references users(company_id, id),
  constraint posts_company_id_fkey foreign key (company_id) references companies(id),
  constraint posts_check check (((image_name is null) = (image_width is null))),
  constraint posts_check1 check (((image_name is null) = (image_height is null))),
  constraint posts_check2 check (((edited_at is null) = (reviewed_title is null))),
  constraint posts_check3 check (((edited_at is null) = (reviewed_description is null))),
  constraint posts_check4 check (((status <> 'approved') or ("position" is not null))),
  constraint posts_check5 check (((status <> 'rejected') or (reason is not null))),
  constraint posts_check6 check (((reviewed_image_name is null) = (reviewed_image_width is null))),
  constraint posts_check7 check (((reviewed_image_name is null) = (reviewed_image_height is null))),
  constraint posts_check8 check (((reviewed_image_name is null) or (edited_at is not null))),
  constraint posts_status_check check ((status in ('pending', 'approved', 'rejected')))
);
create index posts_company_id_author_id_id_idx on posts (company_id, author_id, id) where (deleted_at is null);
create index posts_company_id_id_idx on posts (company_id, id) where ((edited_at is not null) and (deleted_at is null));
create unique index posts_company_id_position_idx on posts (company_id, "position") where ((status = 'approved') and (deleted_at is null));
create index posts_company_id_status_id_idx on posts (company_id, status, id) where ((status <> 'approved') and (deleted_at is null));
create index posts_image_name_idx on posts (image_name) where (image_name is not null);
create index posts_reviewed_image_name_idx on posts (reviewed_image_name) where (reviewed_image_name is not null);
create constraint trigger new_version after insert or delete on posts deferrable initially deferred for each row execute function new_community_version();
create constraint trigger new_version_of_change after update on posts deferrable initially deferred for each row when ((old.comment_count = new.comment_count)) execute function new_community_version();

create table push_references (
  -- 0001
  wire_reference text not null,
  company_id integer not null,
  request_id integer not null,
  constraint push_references_pkey primary key (wire_reference),
  constraint push_references_company_id_request_id_fkey foreign key (company_id, request_id) references payment_requests(company_id, id)
);

create table raw_reports (
  -- 0001, 0002
  company_id integer not null,
  id integer not null generated always as identity,
  kind text not null,
  request_id integer,
  raw text not null,
  tries integer not null default 0,
  received_at timestamptz not null,
  handled_at timestamptz,
  next_try_at timestamptz,
  constraint raw_reports_pkey primary key (company_id, id),
  constraint raw_reports_company_id_fkey foreign key (company_id) references companies(id),
  constraint raw_reports_company_id_request_id_fkey foreign key (company_id, request_id) references payment_requests(company_id, id),
  constraint raw_reports_check check (((kind = 'confirmation') = (request_id is null))),
  constraint raw_reports_kind_check check ((kind in ('callback', 'status', 'confirmation')))
);
create index raw_reports_company_id_received_at_idx on raw_reports (company_id, received_at) where (handled_at is null);

create table receipts (
  -- 0001, 0011, 0038
  receipt text not null,
  company_id integer not null,
  payment_id integer not null,
  paid_at timestamptz,
  reversed_before integer not null default 0,
  part smallint not null default 1,
  parts smallint not null default 1,
  whole integer,
  constraint receipts_pkey primary key (receipt, reversed_before, part),
  constraint receipts_company_id_payment_id_key unique (company_id, payment_id),
  constraint receipts_company_id_payment_id_fkey foreign key (company_id, payment_id) references payments(company_id, id),
  constraint receipts_check check ((((parts >= 1) and (parts <= 10)) and ((part >= 1) and (part <= parts)))),
  constraint receipts_check1 check (((parts > 1) = (whole is not null)))
);
create index receipts_by_time on receipts (company_id, paid_at, payment_id);
create trigger append_only before delete or update on receipts for each row execute function refuse_change();
create trigger append_only_all before truncate on receipts for each statement execute function refuse_change();
create trigger counts_once before insert on receipts for each row execute function count_reversed_before();
create constraint trigger whole_amount after insert on receipts deferrable initially deferred for each row when ((new.parts > 1)) execute function refuse_unequal_parts();

create table recurring_fees (
  -- 0048
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  fee_id integer not null,
  amount integer,
  note text,
  from_month text not null,
  until_month text,
  entered_by integer not null,
  submission_id uuid not null,
  created_at timestamptz not null default now(),
  constraint recurring_fees_pkey primary key (company_id, id),
  constraint recurring_fees_company_id_submission_id_key unique (company_id, submission_id),
  constraint recurring_fees_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint recurring_fees_company_id_fee_id_fkey foreign key (company_id, fee_id) references fees(company_id, id),
  constraint recurring_fees_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint recurring_fees_amount_check check ((amount > 0)),
  constraint recurring_fees_check check (((until_month ~ '^\d{4}-(0[1-9]|1[0-2])$') and (until_month >= from_month))),
  constraint recurring_fees_from_month_check check ((from_month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint recurring_fees_note_check check ((trim(both from note) <> ''))
);
create index recurring_fees_of_user on recurring_fees (company_id, user_id);
create trigger note_arrangement after insert or update of user_id on recurring_fees for each row execute function note_arrangement();

create table registration_numbers (
  -- 0003
  registration_number text not null,
  company_id integer not null,
  user_id integer not null,
  constraint registration_numbers_pkey primary key (registration_number),
  constraint registration_numbers_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);

create table rent_corrections (
  -- 0041
  company_id integer not null,
  id integer not null generated always as identity,
  tenancy_id integer not null,
  month text not null,
  amount integer not null,
  charge_id integer,
  created_at timestamptz not null default now(),
  constraint rent_corrections_pkey primary key (company_id, id),
  constraint rent_corrections_company_id_charge_id_fkey foreign key (company_id, charge_id) references charges(company_id, id) on delete cascade,
  constraint rent_corrections_company_id_fkey foreign key (company_id) references companies(id),
  constraint rent_corrections_company_id_tenancy_id_fkey foreign key (company_id, tenancy_id) references tenancies(company_id, id) on delete cascade,
  constraint rent_corrections_amount_check check ((amount <> 0)),
  constraint rent_corrections_month_check check ((month ~ '^\d{4}-(0[1-9]|1[0-2])$'))
);
create index rent_corrections_company_id_tenancy_id_idx on rent_corrections (company_id, tenancy_id);

create table reports (
  -- 0004, 0007
  company_id integer not null,
  id integer not null generated always as identity,
  reporter_id integer not null,
  post_id integer not null,
  about text not null,
  comment_id integer,
  author_id integer not null,
  said text not null,
  reason text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by integer,
  outcome text,
  image_name text,
  image_width integer,
  image_height integer,
  constraint reports_pkey primary key (company_id, id),
  constraint reports_company_id_author_id_fkey foreign key (company_id, author_id) references users(company_id, id),
  constraint reports_company_id_closed_by_fkey foreign key (company_id, closed_by) references users(company_id, id),
  constraint reports_company_id_comment_id_fkey foreign key (company_id, comment_id) references comments(company_id, id) on delete set null (comment_id),
  constraint reports_company_id_post_id_fkey foreign key (company_id, post_id) references posts(company_id, id),
  constraint reports_company_id_reporter_id_fkey foreign key (company_id, reporter_id) references users(company_id, id),
  constraint reports_about_check check ((about in ('post', 'comment'))),
  constraint reports_check check (((closed_at is null) = (outcome is null))),
  constraint reports_check1 check (((image_name is null) = (image_width is null))),
  constraint reports_check2 check (((image_name is null) = (image_height is null))),
  constraint reports_check3 check (((image_name is null) or (about = 'post'))),
  constraint reports_outcome_check check ((outcome in ('dismissed', 'removed')))
);
create unique index one_report_a_comment on reports (company_id, reporter_id, comment_id) where ((comment_id is not null) and (closed_at is null));
create unique index one_report_a_post on reports (company_id, reporter_id, post_id) where ((about = 'post') and (closed_at is null));
create index reports_company_id_comment_id_idx on reports (company_id, comment_id) where (comment_id is not null);
create index reports_company_id_id_idx on reports (company_id, id) where (closed_at is null);
create index reports_image_name_idx on reports (image_name) where ((image_name is not null) and (closed_at is null));

create table room_closures (
  -- 0017, 0059
  company_id integer not null,
  id integer not null generated always as identity,
  room_id integer not null,
  from_day date not null,
  until_day date,
  reason text not null,
  entered_by integer not null,
  created_at timestamptz not null default now(),
  recorded_at timestamptz default now(),
  constraint room_closures_pkey primary key (company_id, id),
  constraint room_closures_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint room_closures_company_id_room_id_fkey foreign key (company_id, room_id) references rooms(company_id, id) on delete cascade,
  constraint room_closures_check check ((until_day > from_day))
);
create index room_closures_company_id_room_id_from_day_idx on room_closures (company_id, room_id, from_day);
create trigger keep_past before delete or update of from_day, until_day on room_closures for each row execute function keep_past_closure();

create table room_rates (
  -- 0017
  company_id integer not null,
  room_id integer not null,
  from_day date not null,
  rate integer not null,
  entered_by integer,
  created_at timestamptz not null default now(),
  constraint room_rates_pkey primary key (company_id, room_id, from_day),
  constraint room_rates_company_id_entered_by_fkey foreign key (company_id, entered_by) references users(company_id, id),
  constraint room_rates_company_id_room_id_fkey foreign key (company_id, room_id) references rooms(company_id, id) on delete cascade,
  constraint room_rates_rate_check check ((rate > 0))
);

create table rooms (
  -- 0001, 0017, 0021
  company_id integer not null,
  id integer not null generated always as identity,
  room_number text not null,
  rate integer not null,
  capacity integer not null default 1,
  notes text not null default '',
  created_at timestamptz default now(),
  sort_key text generated always as natural_order(room_number) stored,
  constraint rooms_pkey primary key (company_id, id),
  constraint rooms_company_id_room_number_key unique (company_id, room_number),
  constraint rooms_company_id_fkey foreign key (company_id) references companies(id),
  constraint rooms_capacity_check check ((capacity > 0)),
  constraint rooms_number_is_written check ((room_number <> '')),
  constraint rooms_rate_check check ((rate > 0))
);
create trigger first_room_rate after insert on rooms for each row execute function first_room_rate();

create table services (
  -- 0005
  company_id integer not null,
  id integer not null generated always as identity,
  name text not null,
  description text not null,
  coming_soon boolean not null default false,
  "position" integer not null,
  constraint services_pkey primary key (company_id, id),
  constraint services_company_id_fkey foreign key (company_id) references companies(id)
);

create table sessions (
  -- 0001, 0019
  company_id integer not null,
  id text not null,
  user_id integer not null,
  used_hash bytea,
  next_hashes bytea[] not null,
  created_at timestamptz not null default now(),
  used_at timestamptz not null,
  ended_at timestamptz,
  device text not null default '',
  constraint sessions_pkey primary key (company_id, id),
  constraint sessions_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);
create index sessions_company_id_user_id_idx on sessions (company_id, user_id) where (ended_at is null);

create table socket_io_attachments (
  -- 0001
  id bigint not null default nextval('socket_io_attachments_id_seq'::regclass),
  created_at timestamptz default now(),
  payload bytea,
  constraint socket_io_attachments_id_key unique (id)
);

create table spent_marks (
  -- 0004
  company_id integer not null,
  author_id integer not null,
  submission_id uuid not null,
  constraint spent_marks_pkey primary key (company_id, author_id, submission_id),
  constraint spent_marks_company_id_author_id_fkey foreign key (company_id, author_id) references users(company_id, id)
);

create table staff_log (
  -- 0002, 0070
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  act text not null,
  subject text not null,
  subject_id integer not null,
  before jsonb,
  after jsonb,
  created_at timestamptz not null default now(),
  constraint staff_log_pkey primary key (company_id, id),
  constraint staff_log_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id)
);
create unique index one_note_a_submission on staff_log (company_id, subject_id, ((after ->> 'submission_id'))) where (act = 'desk.note');
create index staff_log_company_id_subject_subject_id_id_idx on staff_log (company_id, subject, subject_id, id);
create index staff_log_company_id_subject_subject_id_idx on staff_log (company_id, subject, subject_id);
create trigger append_only before delete or update on staff_log for each row execute function refuse_change();
create trigger append_only_all before truncate on staff_log for each statement execute function refuse_change();

create table statement_rows (
  -- 0035
  company_id integer not null,
  id integer not null generated always as identity,
  statement_id integer not null,
  source text not null,
  row_key text not null,
  receipt text,
  at timestamptz not null,
  details text not null,
  kind text not null,
  reference text,
  payer text,
  cents bigint not null,
  balance_cents bigint,
  reversed_receipt text,
  constraint statement_rows_pkey primary key (company_id, id),
  constraint statement_rows_company_id_source_row_key_key unique (company_id, source, row_key),
  constraint statement_rows_company_id_statement_id_fkey foreign key (company_id, statement_id) references statements(company_id, id),
  constraint statement_rows_kind_check check ((kind in ('payment', 'charge', 'sweep', 'withdrawal', 'reversal', 'not_ours'))),
  constraint statement_rows_source_check check ((source in ('paybill', 'bank')))
);
create index statement_rows_by_bank_code on statement_rows (company_id, lower(regexp_replace(receipt, '[^A-Za-z0-9]', '', 'g'))) where (source = 'bank');
create index statement_rows_by_receipt on statement_rows (company_id, receipt) where (receipt is not null);
create index statement_rows_by_reversed on statement_rows (company_id, reversed_receipt) where (reversed_receipt is not null);
create index statement_rows_by_time on statement_rows (company_id, source, at, id);
create index statement_rows_of_statement on statement_rows (company_id, statement_id);
create trigger append_only before delete or update on statement_rows for each row execute function refuse_change();
create trigger append_only_all before truncate on statement_rows for each statement execute function refuse_change();

create table statement_uploads (
  -- 0082
  company_id integer not null,
  id integer not null generated always as identity,
  statement_id integer not null,
  uploaded_by integer not null,
  cents bigint not null,
  uploaded_at timestamptz not null,
  constraint statement_uploads_pkey primary key (company_id, id),
  constraint statement_uploads_company_id_statement_id_fkey foreign key (company_id, statement_id) references statements(company_id, id),
  constraint statement_uploads_company_id_uploaded_by_fkey foreign key (company_id, uploaded_by) references users(company_id, id)
);
create index statement_uploads_company_id_uploaded_by_uploaded_at_idx on statement_uploads (company_id, uploaded_by, uploaded_at);

create table statements (
  -- 0035, 0069
  company_id integer not null,
  id integer not null generated always as identity,
  source text not null,
  shape text not null,
  file_name text not null,
  file_hash bytea not null,
  account text not null,
  from_at timestamptz not null,
  until_at timestamptz not null,
  opening_cents bigint,
  closing_cents bigint,
  row_count integer not null,
  columns jsonb,
  uploaded_by integer not null,
  created_at timestamptz not null default now(),
  kept_at timestamptz,
  constraint statements_pkey primary key (company_id, id),
  constraint statements_company_id_file_hash_key unique (company_id, file_hash),
  constraint statements_company_id_fkey foreign key (company_id) references companies(id),
  constraint statements_company_id_uploaded_by_fkey foreign key (company_id, uploaded_by) references users(company_id, id),
  constraint statements_check check ((from_at <= until_at)),
  constraint statements_shape_check check ((shape in ('portal_xls', 'portal_table', 'daily_file', 'bank'))),
  constraint statements_source_check check ((source in ('paybill', 'bank')))
);
create index statements_by_time on statements (company_id, source, until_at);

create table stays (
  -- 0001, 0003, 0059
  company_id integer not null,
  id integer not null generated always as identity,
  tenancy_id integer not null,
  room_id integer not null,
  from_day date not null,
  until_day date,
  transfer_reason text,
  recorded_at timestamptz default now(),
  constraint stays_pkey primary key (company_id, id),
  constraint stays_company_id_room_id_fkey foreign key (company_id, room_id) references rooms(company_id, id),
  constraint stays_company_id_tenancy_id_fkey foreign key (company_id, tenancy_id) references tenancies(company_id, id),
  constraint stays_transfer_reason_check check ((transfer_reason in ('personal', 'maintenance', 'upgrade', 'other'))),
  constraint stays_until_day_check check ((until_day >= from_day))
);
create index stays_company_id_room_id_from_day_idx on stays (company_id, room_id, from_day);
create index stays_company_id_tenancy_id_from_day_idx on stays (company_id, tenancy_id, from_day);
create index stays_company_id_until_day_idx on stays (company_id, until_day);
create trigger keep_past before delete or update of room_id, from_day, until_day on stays for each row execute function keep_past_stay();
create trigger room_capacity before insert or update of room_id, from_day, until_day on stays for each row execute function hold_capacity();

create table submissions (
  -- 0003
  submission_id uuid not null,
  company_id integer not null,
  tenancy_id integer not null,
  constraint submissions_pkey primary key (submission_id),
  constraint submissions_company_id_tenancy_id_fkey foreign key (company_id, tenancy_id) references tenancies(company_id, id)
);

create table tax_rates (
  -- 0050
  company_id integer not null,
  from_month text not null,
  rate integer not null,
  constraint tax_rates_pkey primary key (company_id, from_month),
  constraint tax_rates_company_id_fkey foreign key (company_id) references companies(id),
  constraint tax_rates_from_month_check check ((from_month ~ '^20\d\d-(0[1-9]|1[0-2])$')),
  constraint tax_rates_rate_check check (((rate >= 0) and (rate <= 10000)))
);

create table tenancies (
  -- 0001, 0003, 0018, 0049, 0054, 0082
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  created_at timestamptz not null default now(),
  ended_day date,
  removal_reason text,
  removal_comments text,
  first_rent_month text,
  deposit integer,
  deposit_days integer,
  billed_by text,
  agreed_end date,
  constraint tenancies_pkey primary key (company_id, id),
  constraint tenancies_company_id_user_id_id_key unique (company_id, user_id, id),
  constraint tenancies_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint tenancies_billed_by_check check ((billed_by in ('month', 'term'))),
  constraint tenancies_check check (((deposit is null) = (deposit_days is null))),
  constraint tenancies_deposit_check check ((deposit > 0)),
  constraint tenancies_deposit_days_check check (((deposit_days >= 1) and (deposit_days <= 365))),
  constraint tenancies_first_rent_month_check check ((first_rent_month ~ '^\d{4}-(0[1-9]|1[0-2])$')),
  constraint tenancies_removal_reason_check check ((removal_reason in ('disciplinary', 'insufficient_funds', 'transfer', 'other')))
);
create unique index one_running_tenancy on tenancies (company_id, user_id) where (ended_day is null);

create table tenant_details (
  -- 0003, 0018, 0023, 0074
  company_id integer not null,
  tenancy_id integer not null,
  user_id integer not null,
  full_name text not null,
  id_number text,
  phone_number text not null,
  emergency_phone_number text,
  emergency_contact_relationship text,
  gender text,
  registration_number text,
  year_of_study integer,
  college_id integer,
  faculty_id integer,
  sponsor_phone text,
  terms_agreed_at timestamptz,
  terms_version integer,
  constraint tenant_details_pkey primary key (company_id, tenancy_id),
  constraint tenant_details_college_id_fkey foreign key (college_id) references colleges(id),
  constraint tenant_details_company_id_user_id_tenancy_id_fkey foreign key (company_id, user_id, tenancy_id) references tenancies(company_id, user_id, id),
  constraint tenant_details_faculty_id_fkey foreign key (faculty_id) references faculties(id),
  constraint tenant_details_faculty check (((faculty_id is null) or (college_id is not null))),
  constraint tenant_details_year_of_study_check check (((year_of_study >= 1) and (year_of_study <= 6)))
);
create index tenant_details_of_users on tenant_details (company_id, user_id);

create table tenant_notes (
  -- 0026
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  text text not null,
  created_by integer not null,
  created_at timestamptz not null default now(),
  constraint tenant_notes_pkey primary key (company_id, id),
  constraint tenant_notes_company_id_created_by_fkey foreign key (company_id, created_by) references users(company_id, id),
  constraint tenant_notes_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint tenant_notes_text_check check ((text <> ''))
);
create index tenant_notes_of_user on tenant_notes (company_id, user_id, id desc);

create table terms_versions (
  -- 0023
  company_id integer not null,
  version integer not null,
  text text not null,
  published_at timestamptz not null,
  published_by integer not null,
  constraint terms_versions_pkey primary key (company_id, version),
  constraint terms_versions_company_id_fkey foreign key (company_id) references companies(id),
  constraint terms_versions_company_id_published_by_fkey foreign key (company_id, published_by) references users(company_id, id),
  constraint terms_versions_text_check check ((text <> '')),
  constraint terms_versions_version_check check ((version > 1))
);
create trigger append_only before delete or update on terms_versions for each row execute function refuse_change();
create trigger append_only_all before truncate on terms_versions for each statement execute function refuse_change();

create table throttles (
  -- 0001
  key character varying(255) not null,
  points integer not null default 0,
  expire bigint,
  constraint throttles_pkey primary key (key)
);

create table users (
  -- 0001, 0017, 0028, 0058
  company_id integer not null,
  id integer not null generated always as identity,
  first_name text not null,
  last_name text not null,
  email text not null,
  username text not null,
  phone text,
  password_hash text not null,
  must_change_password boolean not null default false,
  profile_image text,
  created_at timestamptz not null default now(),
  staff_role text,
  is_staff boolean not null generated always as (staff_role is not null) stored,
  name_key text not null generated always as name_key_of(trim(both from ((first_name || ' ') || last_name))) stored,
  has_arrangements boolean not null default false,
  constraint users_pkey primary key (company_id, id),
  constraint users_company_id_fkey foreign key (company_id) references companies(id),
  constraint users_phone_check check ((phone ~ '^254[17]\d{8}$')),
  constraint users_staff_role_check check ((staff_role in ('owner', 'manager', 'caretaker', 'viewer')))
);
create index users_by_name on users (company_id, name_key, id);
create index users_profile_image_idx on users (profile_image) where (profile_image is not null);
create constraint trigger new_version after update on users deferrable initially deferred for each row execute function new_community_version_of_author();

create table voucher_codes (
  -- 0005
  code text not null,
  company_id integer not null,
  request_id integer not null,
  constraint voucher_codes_pkey primary key (code),
  constraint voucher_codes_company_id_request_id_key unique (company_id, request_id),
  constraint voucher_codes_company_id_request_id_fkey foreign key (company_id, request_id) references bundle_orders(company_id, request_id),
  constraint voucher_codes_code_check check ((code ~ '^[2-9A-HJKMNP-Z]{8}$'))
);

create table vouchers (
  -- 0005
  company_id integer not null,
  id integer not null generated always as identity,
  user_id integer not null,
  payment_id integer not null,
  request_id integer not null,
  code text not null,
  starts_at timestamptz not null,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  constraint vouchers_pkey primary key (company_id, id),
  constraint vouchers_code_key unique (code),
  constraint vouchers_company_id_payment_id_key unique (company_id, payment_id),
  constraint vouchers_company_id_request_id_key unique (company_id, request_id),
  constraint vouchers_code_fkey foreign key (code) references voucher_codes(code),
  constraint vouchers_company_id_payment_id_fkey foreign key (company_id, payment_id) references payments(company_id, id),
  constraint vouchers_company_id_request_id_fkey foreign key (company_id, request_id) references bundle_orders(company_id, request_id),
  constraint vouchers_company_id_user_id_fkey foreign key (company_id, user_id) references users(company_id, id),
  constraint vouchers_check check ((expires_at > starts_at))
);
create index vouchers_company_id_user_id_id_idx on vouchers (company_id, user_id, id);
create trigger append_only before delete or update on vouchers for each row execute function refuse_change();

create table radius.let_in (
  -- 0006
  username text not null,
  callingstationid text,
  let_in_at timestamptz not null default now(),
  constraint let_in_pkey primary key (username)
);

create table radius.nas (
  -- 0005
  id integer not null generated by default as identity,
  nasname text not null,
  shortname text not null,
  type text not null default 'other',
  ports integer,
  secret text not null,
  server text,
  community text,
  description text,
  constraint nas_pkey primary key (id)
);
create index nas_nasname on radius.nas (nasname);

create table radius.nasreload (
  -- 0005
  nasipaddress inet not null,
  reloadtime timestamptz not null,
  constraint nasreload_pkey primary key (nasipaddress)
);

create table radius.radacct (
  -- 0005
  radacctid bigint not null generated by default as identity,
  acctsessionid text not null,
  acctuniqueid text not null,
  username text,
  realm text,
  nasipaddress inet not null,
  nasportid text,
  nasporttype text,
  acctstarttime timestamptz,
  acctupdatetime timestamptz,
  acctstoptime timestamptz,
  acctinterval bigint,
  acctsessiontime bigint,
  acctauthentic text,
  connectinfo_start text,
  connectinfo_stop text,
  acctinputoctets bigint,
  acctoutputoctets bigint,
  calledstationid text,
  callingstationid text,
  acctterminatecause text,
  servicetype text,
  framedprotocol text,
  framedipaddress inet,
  framedipv6address inet,
  framedipv6prefix inet,
  framedinterfaceid text,
  delegatedipv6prefix inet,
  class text,
  constraint radacct_pkey primary key (radacctid),
  constraint radacct_acctuniqueid_key unique (acctuniqueid)
);
create index radacct_active_session on radius.radacct (acctuniqueid) where (acctstoptime is null);
create index radacct_bulk_close on radius.radacct (nasipaddress, acctstarttime) where (acctstoptime is null);
create index radacct_devices on radius.radacct (acctstarttime) where ((callingstationid is not null) or (calledstationid is not null));
create index radacct_username on radius.radacct (username, acctstarttime);

create table radius.radcheck (
  -- 0005
  id bigint not null generated by default as identity,
  username text not null default '',
  attribute text not null default '',
  op character varying(2) not null default '=='::character varying,
  value text not null default '',
  constraint radcheck_pkey primary key (id)
);
create index radcheck_username on radius.radcheck (username, attribute);

create table radius.radgroupcheck (
  -- 0005
  id bigint not null generated by default as identity,
  groupname text not null default '',
  attribute text not null default '',
  op character varying(2) not null default '=='::character varying,
  value text not null default '',
  constraint radgroupcheck_pkey primary key (id)
);
create index radgroupcheck_groupname on radius.radgroupcheck (groupname, attribute);

create table radius.radgroupreply (
  -- 0005
  id bigint not null generated by default as identity,
  groupname text not null default '',
  attribute text not null default '',
  op character varying(2) not null default '='::character varying,
  value text not null default '',
  constraint radgroupreply_pkey primary key (id)
);
create index radgroupreply_groupname on radius.radgroupreply (groupname, attribute);

create table radius.radpostauth (
  -- 0005
  id bigint not null generated by default as identity,
  username text not null,
  pass text,
  reply text,
  calledstationid text,
  callingstationid text,
  authdate timestamptz not null default now(),
  class text,
  constraint radpostauth_pkey primary key (id)
);
create index radpostauth_authdate on radius.radpostauth (authdate);
create index radpostauth_device on radius.radpostauth (callingstationid, authdate);

create table radius.radreply (
  -- 0005
  id bigint not null generated by default as identity,
  username text not null default '',
  attribute text not null default '',
  op character varying(2) not null default '='::character varying,
  value text not null default '',
  constraint radreply_pkey primary key (id)
);
create index radreply_username on radius.radreply (username, attribute);

create table radius.radusergroup (
  -- 0005
  id bigint not null generated by default as identity,
  username text not null default '',
  groupname text not null default '',
  priority integer not null default 0,
  constraint radusergroup_pkey primary key (id)
);
create index radusergroup_username on radius.radusergroup (username);

-- Views

create view counting_payments as
 select payments.company_id,
    payments.user_id,
    payments.id,
    payments.amount,
    coalesce(receipts.paid_at, payments.paid_at) as paid_at,
        case
            when (payments.reverses_payment_id is null) then payments.id
            else ( with recursive named as (
                     select payments.reverses_payment_id as id
                    union all
                     select earlier.reverses_payment_id
                       from (named named_1
                         join payments earlier on (((earlier.company_id = payments.company_id) and (earlier.id = named_1.id))))
                      where (earlier.reverses_payment_id is not null)
                    )
             select min(named.id) as min
               from named)
        end as origin
   from (payments
     left join receipts on (((receipts.company_id = payments.company_id) and (receipts.payment_id = payments.id))))
  where ((payments.purpose = 'rent') and ((payments.reverses_payment_id is null) or (payments.kind <> 'correction')) and (not (exists ( select
           from payments reversal
          where ((reversal.company_id = payments.company_id) and (reversal.reverses_payment_id = payments.id))))));

create view helb_rounds as
 select distinct on (company_id, round) company_id,
    round,
    id,
    kind,
    day,
    note
   from helb_news news
  where ((kind <> 'taken_back') and (not (exists ( select
           from helb_news other
          where ((other.company_id = news.company_id) and (other.takes_back = news.id))))))
  order by company_id, round, id desc;

create view ledger_payments as
 select payments.company_id,
    payments.id,
    payments.user_id,
    payments.purpose,
    payments.kind,
    payments.amount,
    coalesce(receipts.paid_at, payments.paid_at) as paid_at,
    payments.paid_at as own_paid_at,
    payments.request_id,
    payments.reason,
    payments.entered_by,
    payments.reverses_payment_id,
    payments.reference,
    payments.submission_id,
    payments.created_at,
    receipts.receipt,
    receipts.part,
    receipts.parts,
    receipts.whole,
    (exists ( select
           from payments reversal
          where ((reversal.company_id = payments.company_id) and (reversal.reverses_payment_id = payments.id)))) as reversed,
        case
            when (payments.reverses_payment_id is null) then payments.id
            when (payments.kind <> 'correction') then ( with recursive named as (
                     select payments.reverses_payment_id as id
                    union all
                     select earlier.reverses_payment_id
                       from (named named_1
                         join payments earlier on (((earlier.company_id = payments.company_id) and (earlier.id = named_1.id))))
                      where (earlier.reverses_payment_id is not null)
                    )
             select min(named.id) as min
               from named)
            else null::integer
        end as origin,
    ((payments.kind = 'push') and (payments.reverses_payment_id is not null) and (not (exists ( select
           from payments reversal
          where ((reversal.company_id = payments.company_id) and (reversal.reverses_payment_id = payments.id)))))) as is_replacement,
        case
            when (payments.kind = 'correction') then null::timestamptz
            when (payments.reverses_payment_id is not null) then ( select reversal.paid_at
               from payments reversal
              where ((reversal.company_id = payments.company_id) and (reversal.id = payments.reverses_payment_id)))
            when (receipts.reversed_before > 0) then ( select max(reversal.paid_at) as max
               from (receipts earlier
                 join payments reversal on (((reversal.company_id = earlier.company_id) and (reversal.reverses_payment_id = earlier.payment_id))))
              where ((earlier.receipt = receipts.receipt) and (earlier.company_id = payments.company_id) and (earlier.reversed_before < receipts.reversed_before) and (reversal.user_id = payments.user_id)))
            else null::timestamptz
        end as taken_back_before,
        case
            when ((payments.kind = 'paybill') and ((exists ( select
               from (receipts earlier
                 join payments first on (((first.company_id = earlier.company_id) and (first.id = earlier.payment_id))))
              where ((earlier.receipt = receipts.receipt) and (first.kind = 'push') and (not (exists ( select
                       from (payments reversal
                         join payments replacement on (((replacement.company_id = reversal.company_id) and (replacement.kind = 'push') and (replacement.reverses_payment_id = reversal.id))))
                      where ((reversal.company_id = first.company_id) and (reversal.reverses_payment_id = first.id)))))))) or (exists ( select
               from desk_items
              where ((desk_items.company_id = payments.company_id) and (desk_items.receipt = receipts.receipt) and (desk_items.request_id is not null)))))) then 'push'
            else payments.kind
        end as came_as
   from (payments
     left join receipts on (((receipts.company_id = payments.company_id) and (receipts.payment_id = payments.id))));

create view rated_stays as
 select stays.company_id,
    stays.id,
    stays.tenancy_id,
    stays.room_id,
    greatest(stays.from_day, room_rates.from_day) as from_day,
    least(stays.until_day, next_rate.from_day) as until_day,
    room_rates.rate
   from ((stays
     join room_rates on (((room_rates.company_id = stays.company_id) and (room_rates.room_id = stays.room_id))))
     left join lateral ( select min(later.from_day) as from_day
           from room_rates later
          where ((later.company_id = room_rates.company_id) and (later.room_id = room_rates.room_id) and (later.from_day > room_rates.from_day))) next_rate on (true))
  where (((stays.until_day is null) or (room_rates.from_day < stays.until_day)) and ((next_rate.from_day is null) or (next_rate.from_day > stays.from_day)));

-- Functions

CREATE OR REPLACE FUNCTION check_deposit_entry()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION check_waiver_of_fee()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  -- One after the other: two waivers could each find enough left.
  perform from users where company_id = new.company_id and id = new.user_id for no key update;
  if not exists (
    select from charges fee
    where fee.company_id = new.company_id and fee.id = new.waives_charge_id and fee.user_id = new.user_id
      and fee.kind = new.kind and fee.name is not distinct from new.name
      and fee.late_month is not distinct from new.late_month
      and fee.reverses_charge_id is null and fee.waives_charge_id is null
      and not exists (select from charges reversal
        where reversal.company_id = fee.company_id and reversal.reverses_charge_id = fee.id)
      and fee.amount + new.amount + (select coalesce(sum(waiver.amount), 0) from charges waiver
        where waiver.company_id = fee.company_id and waiver.waives_charge_id = fee.id
          and not exists (select from charges reversal
            where reversal.company_id = fee.company_id and reversal.reverses_charge_id = waiver.id)) >= 0
  ) then
    raise exception 'a waiver is of a fee that has as much left' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION count_comments()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'INSERT' then
    update posts set comment_count = comment_count + n
      from (select company_id, post_id, count(*)::integer as n from added group by 1, 2) as more
      where posts.company_id = more.company_id and posts.id = more.post_id;
  else
    update posts set comment_count = comment_count - n
      from (select company_id, post_id, count(*)::integer as n from gone group by 1, 2) as less
      where posts.company_id = less.company_id and posts.id = less.post_id;
    insert into spent_marks
      select company_id, author_id, submission_id from gone where submission_id is not null
      on conflict do nothing;
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION count_reversed_before()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  select count(*) into new.reversed_before
  from receipts earlier
  join payments reversal on reversal.company_id = earlier.company_id
    and reversal.reverses_payment_id = earlier.payment_id
  where earlier.receipt = new.receipt;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION first_room_rate()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into room_rates (company_id, room_id, from_day, rate)
  values (new.company_id, new.id, '-infinity', new.rate);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION follow_deposit_payment()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION has_desk_item(code text)
 RETURNS boolean
 LANGUAGE plpgsql
AS $function$
begin
  perform lock_receipt(code);
  return exists (select from companies
    join desk_items on desk_items.company_id = companies.id
    where desk_items.receipt = code);
end
$function$;

CREATE OR REPLACE FUNCTION hold_capacity()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  places integer;
  until_ date := case when tg_op = 'UPDATE' then new.until_day end;
begin
  if isempty(daterange(new.from_day, new.until_day)) then
    return new;
  end if;
  -- Whoever leaves earlier waits for nobody: two who change places would wait for each other.
  if tg_op = 'UPDATE' and (new.room_id, new.from_day) = (old.room_id, old.from_day)
    and new.until_day <= coalesce(old.until_day, 'infinity') then
    return new;
  end if;
  select capacity into places from rooms
    where company_id = new.company_id and id = new.room_id for no key update;
  if most_held(new.company_id, new.room_id, new.from_day, until_, new.id) >= places then
    raise exception 'the room is full'
      using errcode = 'exclusion_violation', constraint = 'room_capacity';
  end if;
  if tg_op = 'INSERT' and is_closed_from(new.company_id, new.room_id, new.from_day) then
    raise exception 'the room is out of service'
      using errcode = 'exclusion_violation', constraint = 'room_closed';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION is_closed_from(company integer, room integer, day date)
 RETURNS boolean
 LANGUAGE sql
 STABLE
AS $function$
  select exists (
    select from room_closures
    where company_id = company and room_id = room and (until_day is null or until_day > day)
  )
$function$;

CREATE OR REPLACE FUNCTION keep_approval()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  decision constant text[] := array['outcome', 'decided_by', 'decided_at', 'note'];
begin
  if tg_op = 'UPDATE' and old.outcome is null and new.outcome is not null
    and to_jsonb(new) - decision = to_jsonb(old) - decision then
    return new;
  end if;
  raise exception 'what was asked for stays, and is decided once' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION keep_past_closure()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into past_room_closures (company_id, closure_id, room_id, from_day, until_day, reason, recorded_at)
    values (old.company_id, old.id, old.room_id, old.from_day, old.until_day, old.reason, old.recorded_at);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION keep_past_stay()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into past_stays (company_id, stay_id, tenancy_id, room_id, from_day, until_day, recorded_at)
    values (old.company_id, old.id, old.tenancy_id, old.room_id, old.from_day, old.until_day, old.recorded_at);
  if tg_op = 'DELETE' then
    return old;
  end if;
  new.recorded_at := now();
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION lock_receipt(code text)
 RETURNS void
 LANGUAGE sql
AS $function$
  select pg_advisory_xact_lock(hashtextextended(code, 0))
$function$;

CREATE OR REPLACE FUNCTION most_held(company integer, room integer, from_ date, until_ date, aside integer)
 RETURNS integer
 LANGUAGE sql
 STABLE
AS $function$
  -- It is reached on the first day, or on somebody's first day after it.
  select coalesce(max(held), 0)::integer from (
    select (
      select count(*) from stays s
      where s.company_id = company and s.room_id = room and s.id <> aside
        and daterange(s.from_day, s.until_day) @> days.day
    ) as held
    from (
      select from_ as day
      union
      select from_day from stays
      where company_id = company and room_id = room and from_day <@ daterange(from_, until_)
    ) days
  ) counts
$function$;

CREATE OR REPLACE FUNCTION name_key_of(name text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(lower(normalize(name, nfd)), '[\u0300-\u036f''’‘ʼ`]', '', 'g')
$function$;

CREATE OR REPLACE FUNCTION natural_order(room_number text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select string_agg(coalesce(lpad(part[2], greatest(length(part[2]), 12), '0'), part[1]), ''
    order by position)
  from regexp_matches(room_number, '(\D+)|(\d+)', 'g') with ordinality as parts (part, position)
$function$;

CREATE OR REPLACE FUNCTION new_community_version()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into community_versions values (coalesce(new.company_id, old.company_id), 1)
  on conflict (company_id) do update set version = community_versions.version + 1
  where community_versions.xmin <> pg_current_xact_id()::xid;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION new_community_version_of_author()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if (old.first_name, old.last_name, old.email, old.profile_image, old.is_staff)
    is distinct from (new.first_name, new.last_name, new.email, new.profile_image, new.is_staff)
  then
    insert into community_versions values (new.company_id, 1)
    on conflict (company_id) do update set version = community_versions.version + 1
    where community_versions.xmin <> pg_current_xact_id()::xid;
  end if;
  return null;
end $function$;

CREATE OR REPLACE FUNCTION note_arranged_push()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update users set has_arrangements = true
    where company_id = new.company_id and id = new.account_user_id and not has_arrangements;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION note_arrangement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  update users set has_arrangements = true
    where company_id = new.company_id and id = new.user_id and not has_arrangements;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION reference_key_of(reference text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE
AS $function$
  select regexp_replace(trim(lower(reference)), '\s+', ' ', 'g')
$function$;

CREATE OR REPLACE FUNCTION refuse_bill_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if old.taken_back_at is not null or new.taken_back_at is null
    or to_jsonb(new) - 'taken_back_at' - 'taken_back_by'
      is distinct from to_jsonb(old) - 'taken_back_at' - 'taken_back_by'
  then
    raise exception 'a bill is only taken back' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_broken_chain()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
declare
  last day_closes;
begin
  select * into last from day_closes
    where company_id = new.company_id order by number desc limit 1;
  if new.number <> coalesce(last.number, 0) + 1 or new.previous_hash is distinct from last.hash then
    raise exception 'a close follows the one before' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_change()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '% is append-only: make a new, opposite entry', tg_table_name
    using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_change_of_charge()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'DELETE' and exists (
    select from import_rows
    join imports on imports.company_id = import_rows.company_id and imports.id = import_rows.import_id
    where import_rows.company_id = old.company_id and import_rows.user_id = old.user_id
      and imports.kind = 'tenants'
      and imports.undone_at is null
      and imports.id::text = current_setting('bweni.undoing_import', true)
  ) and not exists (
    select from payments where company_id = old.company_id and user_id = old.user_id
  ) then
    return old;
  end if;
  raise exception '% is append-only: make a new, opposite entry', tg_table_name
    using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_changed_agreement()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.ended_at is null then
    if old.agreed_at is null then
      old.agreed_at := new.agreed_at;
      old.agreed_by := new.agreed_by;
      old.agreed_over := new.agreed_over;
    end if;
    old.ended_at := new.ended_at;
    old.ended_by := new.ended_by;
    old.reason := new.reason;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'an agreement is never changed' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_changed_close()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.second_by is null and new.second_by is not null then
    old.second_by := new.second_by;
    old.second_at := new.second_at;
    old.second_note := new.second_note;
    old.second_hash := new.second_hash;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'a close is never changed' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_changed_letter()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if tg_op = 'UPDATE' and old.withdrawn_at is null and new.withdrawn_at is not null then
    old.withdrawn_at := new.withdrawn_at;
    old.withdrawn_by := new.withdrawn_by;
    old.withdrawn_reason := new.withdrawn_reason;
    if old is not distinct from new then
      return new;
    end if;
  end if;
  raise exception 'a letter is never changed' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_reversal_of_a_part()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from receipts reversed
    join receipts part on part.receipt = reversed.receipt
      and part.reversed_before = reversed.reversed_before
    where reversed.company_id = new.company_id
      and reversed.payment_id = new.reverses_payment_id and reversed.parts > 1
      and not exists (select from payments reversal
        where reversal.company_id = part.company_id
          and reversal.reverses_payment_id = part.payment_id)
  ) then
    raise exception 'all parts of a payment are taken back together'
      using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_reversal_of_waived()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if exists (
    select from charges waiver
    where waiver.company_id = new.company_id and waiver.waives_charge_id = new.reverses_charge_id
      and not exists (select from charges reversal
        where reversal.company_id = waiver.company_id and reversal.reverses_charge_id = waiver.id)
  ) then
    raise exception 'a part of it is waived' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_uncompleting()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception 'a completed push stays completed' using errcode = 'restrict_violation';
end
$function$;

CREATE OR REPLACE FUNCTION refuse_unequal_charge_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from charges reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_charge_id
      and reversed.user_id = new.user_id and reversed.amount = -new.amount
      and (reversed.kind <> 'rent' or reversed.bill_id is not null)
      and reversed.reverses_charge_id is null
      and reversed.bill_id is not distinct from new.bill_id
      and new.kind = case when reversed.kind in ('fee', 'late_fee') then reversed.kind else 'correction' end
      and new.name is not distinct from reversed.name
      and new.late_month is not distinct from reversed.late_month
  ) then
    raise exception 'a reversal is the opposite of its charge' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_unequal_parts()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from receipts
    join payments on payments.company_id = receipts.company_id
      and payments.id = receipts.payment_id
    where receipts.receipt = new.receipt and receipts.reversed_before = new.reversed_before
      and receipts.parts = new.parts and receipts.whole = new.whole
      and receipts.company_id = new.company_id and payments.amount > 0
    having count(*) = new.parts and sum(payments.amount) = new.whole
      and count(distinct payments.user_id) = new.parts
  ) then
    raise exception 'the parts of a payment make up the whole' using errcode = 'restrict_violation';
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION refuse_unequal_reversal()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if not exists (
    select from payments reversed
    where reversed.company_id = new.company_id and reversed.id = new.reverses_payment_id
      and reversed.user_id = new.user_id and reversed.purpose = new.purpose
      and reversed.amount = -new.amount
      and (new.kind <> 'correction') = (reversed.kind = 'correction' and reversed.reverses_payment_id is not null)
  ) then
    raise exception 'a reversal is the opposite of its payment' using errcode = 'restrict_violation';
  end if;
  return new;
end
$function$;
