-- Photos of the residence's own, shown to visitors instead of the drawings: a list of {id, picture, caption}.
alter table companies add column gallery jsonb not null default '[]',
  add constraint companies_gallery_check check (jsonb_typeof(gallery) = 'array');
