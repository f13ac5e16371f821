-- A line of the residence's own at the foot of every page, such as its postal address.
alter table companies add footer text check (footer <> '');
