-- The sort key of room numbers as people count: G1, G2, G10. Use it with collate "C", so that it does not
-- depend on the database's own collation.
create function natural_order(room_number text) returns text language sql immutable as $$
  select string_agg(coalesce(lpad(part[2], greatest(length(part[2]), 12), '0'), part[1]), ''
    order by position)
  from regexp_matches(room_number, '(\D+)|(\d+)', 'g') with ordinality as parts (part, position)
$$;

-- What staff did about a tenancy is shown on the tenant's page.
create index on staff_log (company_id, subject, subject_id);
