-- When a room was added, so that the overview of a past day leaves out rooms that were not there yet.
-- Null for those that are there already: it is not known.
alter table rooms add created_at timestamptz;
alter table rooms alter created_at set default now();

-- Rooms are listed in this order, which takes long to compute for a thousand of them.
alter table rooms add sort_key text collate "C" generated always as (natural_order(room_number)) stored;
