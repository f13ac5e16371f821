-- What staff note about a tenant; only staff see it.
create table tenant_notes (
  company_id integer not null,
  id integer generated always as identity,
  user_id integer not null,
  text text not null check (text <> ''),
  created_by integer not null,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, created_by) references users
);
create index tenant_notes_of_user on tenant_notes (company_id, user_id, id desc);
