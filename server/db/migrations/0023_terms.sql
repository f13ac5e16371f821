-- The terms that a residence has published. Version 1 is the text that comes with the software, and has no row.
create table terms_versions (
  company_id integer not null references companies,
  version integer not null check (version > 1),
  text text not null check (text <> ''),
  published_at timestamptz not null,
  published_by integer not null,
  primary key (company_id, version),
  foreign key (company_id, published_by) references users
);
create trigger append_only before update or delete on terms_versions
  for each row execute function refuse_change();
create trigger append_only_all before truncate on terms_versions execute function refuse_change();

-- The version that a tenant agreed to.
alter table tenant_details add terms_version integer;
update tenant_details set terms_version = 1 where terms_agreed_at is not null;
