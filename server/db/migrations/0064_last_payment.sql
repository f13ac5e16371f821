-- Who owes what is added up from indexes alone; whether somebody has paid since they promised is now found there, too.
drop index payments_of_user;
create index payments_of_user on payments (company_id, user_id, paid_at) include (purpose, amount, id);
