-- Whether something was paid after a bill was made is known by the order of payments, as for agreements: clocks differ.
alter table bills add column after_payment integer not null default 0;
alter table bills disable trigger append_only;
update bills set after_payment = coalesce((select max(payments.id) from payments
  where payments.company_id = bills.company_id and payments.user_id = bills.user_id
    and payments.created_at < bills.created_at), 0);
alter table bills enable trigger append_only;
