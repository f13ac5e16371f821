-- What visitors read about the house on the first page. Residences from before showed all of it.
alter table companies add facilities text[] not null
  default array['wifi', 'safety', 'green', 'hot_water', 'tv_room', 'laundry']
  check (facilities <@ array['wifi', 'safety', 'green', 'hot_water', 'tv_room', 'laundry']);
alter table companies alter facilities set default '{}';
