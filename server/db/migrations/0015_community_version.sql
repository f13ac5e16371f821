-- Grows with every change of a company's posts and comments, and of what is shown of their authors: what is
-- kept of a page is right as long as the version is the same. Written when the transaction commits, so that those who write
-- wait for one another as short as possible, and once in a transaction.
create table if not exists community_versions (
  company_id integer primary key references companies,
  version bigint not null
);

create or replace function new_community_version() returns trigger language plpgsql as $$
begin
  insert into community_versions values (coalesce(new.company_id, old.company_id), 1)
  on conflict (company_id) do update set version = community_versions.version + 1
  where community_versions.xmin <> pg_current_xact_id()::xid;
  return null;
end $$;

drop trigger if exists new_version on posts;
create constraint trigger new_version after insert or update or delete on posts
  deferrable initially deferred for each row execute function new_community_version();
drop trigger if exists new_version on comments;
create constraint trigger new_version after insert or update or delete on comments
  deferrable initially deferred for each row execute function new_community_version();
-- Compared here: a column that a trigger names could not get another type.
create or replace function new_community_version_of_author() returns trigger language plpgsql as $$
begin
  if (old.first_name, old.last_name, old.email, old.profile_image, old.is_staff)
    is distinct from (new.first_name, new.last_name, new.email, new.profile_image, new.is_staff)
  then
    insert into community_versions values (new.company_id, 1)
    on conflict (company_id) do update set version = community_versions.version + 1
    where community_versions.xmin <> pg_current_xact_id()::xid;
  end if;
  return null;
end $$;

drop trigger if exists new_version on users;
create constraint trigger new_version after update on users
  deferrable initially deferred for each row execute function new_community_version_of_author();
