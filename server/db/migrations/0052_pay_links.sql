-- Links by which a sponsor pays a tenant's rent without an account. Whoever has the token of a link may pay; only its hash is
-- stored. What a tenant has agreed to is said when the link is made: for something else another link is made.
create table pay_links (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  -- SHA-256 of 130 random bits, which the link names without the residence.
  token_hash bytea not null unique check (length(token_hash) = 32),
  -- The tenant's word for the sponsor, which nobody else reads.
  label text not null check (trim(label) <> ''),
  show_name boolean not null,
  show_owed boolean not null,
  submission_id uuid not null,
  created_at timestamptz not null,
  revoked_at timestamptz,
  primary key (company_id, id),
  unique (company_id, submission_id),
  foreign key (company_id, user_id) references users
);
create index pay_links_of_user on pay_links (company_id, user_id, id);

-- A push is started by a user, or by somebody who has opened a link of the account's user.
alter table payment_requests
  alter column starter_company_id drop not null,
  alter column starter_user_id drop not null,
  add column pay_link_id integer,
  -- Made by the sponsor's browser: sent again, it is the same push.
  add column submission_id uuid,
  add foreign key (company_id, pay_link_id) references pay_links,
  add check ((starter_company_id is null) = (starter_user_id is null)),
  add check ((pay_link_id is null) = (starter_user_id is not null)),
  add check ((pay_link_id is null) = (submission_id is null));
create unique index pushes_of_pay_link on payment_requests (company_id, pay_link_id, submission_id)
  where pay_link_id is not null;
create index link_pushes_of_account on payment_requests (company_id, account_user_id)
  where pay_link_id is not null;
