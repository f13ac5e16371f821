-- The embedded database keeps the rows of a large statement in several transactions. While this is null some may be missing: the
-- same file completes them.
alter table statements add column kept_at timestamptz;
update statements set kept_at = created_at;
