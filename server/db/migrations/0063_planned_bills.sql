-- A plan may cover bills that aren't due yet: it then holds for all that is due by this day. Null: for what was owed on its own day.
alter table agreements add column owed_by date;
create index agreements_of_bills on agreements (company_id, owed_by) where owed_by is not null;
