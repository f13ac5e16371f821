-- In words, such as "Chrome on Android", for the list of one's own sessions; empty for older ones.
alter table sessions add device text not null default '';
