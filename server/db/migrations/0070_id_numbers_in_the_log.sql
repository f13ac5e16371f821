-- Somebody's ID number is their first password, so it doesn't stand in the log that all staff read. That it was changed stays.
alter table staff_log disable trigger append_only;
update staff_log set
  before = case when before ->> 'id_number' is null then before
    else before || '{"id_number": "not shown"}' end,
  after = case when after ->> 'id_number' is null then after
    when before ->> 'id_number' = after ->> 'id_number' then after || '{"id_number": "not shown"}'
    else after || '{"id_number": "not shown, another one"}' end
where act = 'tenancy.details';
alter table staff_log enable trigger append_only;
