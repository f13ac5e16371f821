-- The role of FreeRADIUS, with the least rights. Run once as the owner of the database:
--   psql "$DATABASE_URL" -v password='a long one of your own' -f role.sql
create role bweni_radius login password :'password' connection limit 40;
grant usage on schema radius to bweni_radius;
grant select on radius.radcheck, radius.radreply to bweni_radius;
grant select, insert, update on radius.radacct, radius.let_in to bweni_radius;
grant select, insert on radius.radpostauth to bweni_radius;
