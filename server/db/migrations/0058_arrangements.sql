-- Whether a user may have what few have beside rent: recurring fees, promises and plans, payments over pay links. It is set
-- with the first of them and stays, so that room and payments of everybody else need not look for any.
alter table users add has_arrangements boolean not null default false;

create function note_arrangement() returns trigger language plpgsql as $$
begin
  update users set has_arrangements = true
    where company_id = new.company_id and id = new.user_id and not has_arrangements;
  return null;
end
$$;
create function note_arranged_push() returns trigger language plpgsql as $$
begin
  update users set has_arrangements = true
    where company_id = new.company_id and id = new.account_user_id and not has_arrangements;
  return null;
end
$$;
create trigger note_arrangement after insert or update of user_id on recurring_fees
  for each row execute function note_arrangement();
create trigger note_arrangement after insert on agreements
  for each row execute function note_arrangement();
create trigger note_arrangement after insert or update of account_user_id on payment_requests
  for each row when (new.pay_link_id is not null) execute function note_arranged_push();

update users set has_arrangements = true
  where exists (select from recurring_fees fee
      where fee.company_id = users.company_id and fee.user_id = users.id)
    or exists (select from agreements
      where agreements.company_id = users.company_id and agreements.user_id = users.id)
    or exists (select from payment_requests push
      where push.company_id = users.company_id and push.account_user_id = users.id
        and push.pay_link_id is not null);
