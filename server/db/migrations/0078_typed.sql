-- Where the database knows the capitals of ASCII only (locale C), a letter has to be taken apart before it can be made small:
-- Ũ becomes U and its tilde.
create or replace function name_key_of(name text) returns text language sql immutable as $$
  select regexp_replace(lower(normalize(name, nfd)), '[\u0300-\u036f''’‘ʼ`]', '', 'g')
$$;
update users set first_name = first_name
  where name_key <> name_key_of(trim(first_name || ' ' || last_name)) collate "C";

-- The ID numbers of one user are looked up when they log in with their first password.
create index id_numbers_of_users on id_numbers (company_id, user_id);
create index tenant_details_of_users on tenant_details (company_id, user_id);

-- The code of the SMS by which M-Pesa told that it had taken the payment back.
alter table payment_claims add reversal text;
