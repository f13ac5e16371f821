-- What was charged for a month is compared with what its rent makes due, so a rent charge keeps the rule of its day
-- for the month of moving in, and a correction of rents the months that it corrects.
alter table charges add column first_month text check (first_month in ('full', 'pro_rata'));

alter table charges disable trigger append_only;
update charges set first_month = case
    when exists (
      select from rated_stays
      where rated_stays.company_id = charges.company_id
        and rated_stays.tenancy_id = charges.tenancy_id and rated_stays.rate = charges.amount
    ) then 'full'
    else companies.first_month
  end
from companies where companies.id = charges.company_id and charges.kind = 'rent';
alter table charges enable trigger append_only;

create table rent_corrections (
  company_id integer not null references companies,
  id integer generated always as identity,
  tenancy_id integer not null,
  month text not null check (month ~ '^\d{4}-(0[1-9]|1[0-2])$'),
  amount integer not null check (amount <> 0),
  -- The entry with all months of a change; null where they add up to nothing.
  charge_id integer,
  created_at timestamptz not null default now(),
  primary key (company_id, id),
  foreign key (company_id, tenancy_id) references tenancies on delete cascade,
  foreign key (company_id, charge_id) references charges on delete cascade
);
create index on rent_corrections (company_id, tenancy_id);

-- Until now only the log of staff had them. An entry and its line in the log are of one transaction.
insert into rent_corrections (company_id, tenancy_id, month, amount, charge_id, created_at)
select distinct on (log.company_id, log.id, rent.user_id, rent.month)
  rent.company_id, rent.tenancy_id, rent.month, months.after - months.before, entry.id, log.created_at
from staff_log log
cross join lateral jsonb_array_elements(log.after -> 'differences') tenant
cross join lateral jsonb_to_recordset(tenant -> 'months')
  as months (month text, before integer, after integer)
join charges rent on rent.company_id = log.company_id and rent.kind = 'rent'
  and rent.user_id = (tenant ->> 'id')::integer and rent.month = months.month
left join charges entry on entry.company_id = log.company_id and entry.kind = 'correction'
  and entry.user_id = rent.user_id and entry.created_at = log.created_at
  and entry.amount = (tenant ->> 'amount')::integer
where log.act = 'rooms.rents' and (log.after ->> 'correct')::boolean
order by log.company_id, log.id, rent.user_id, rent.month, rent.tenancy_id desc;
