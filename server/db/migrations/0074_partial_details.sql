-- An import, or staff, may know some of what the onboarding form asks for: that is kept, whatever else is missing.
alter table tenant_details
  alter column id_number drop not null,
  alter column emergency_phone_number drop not null,
  alter column emergency_contact_relationship drop not null,
  alter column registration_number drop not null,
  alter column year_of_study drop not null,
  alter column college_id drop not null,
  alter column faculty_id drop not null,
  add constraint tenant_details_faculty check (faculty_id is null or college_id is not null);
