-- When a room was added, so that the overview of a past day leaves out rooms that were not there yet.
-- Null for those that are there already: it is not known.
alter table rooms add created_at timestamptz;
alter table rooms alter created_at set default now();
