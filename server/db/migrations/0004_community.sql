-- What members write to the house, and to each other.

-- The order in which posts went up: one that waited long is new when it appears.
create sequence post_positions as integer;

create table posts (
  company_id integer not null references companies,
  id integer generated always as identity,
  author_id integer not null,
  title text not null,
  description text not null,
  -- Of its picture in the storage; the sizes stand in rules/post.ts.
  image_name text,
  image_width integer,
  image_height integer,
  status text not null default 'pending' check (status in ('pending', 'approved', 'rejected')),
  -- What staff said when they refused it or took it down.
  reason text,
  -- Of the first approval.
  position integer,
  revision integer not null default 1,
  -- Kept by the trigger below, so that nobody counts.
  comment_count integer not null default 0,
  submission_id uuid,
  created_at timestamptz not null,
  -- Set by an author's change while it is up, until staff have looked.
  edited_at timestamptz,
  -- How it read when staff last looked, as long as that is not how it reads now.
  reviewed_title text,
  reviewed_description text,
  decided_by integer,
  decided_at timestamptz,
  -- A deleted post keeps its title only, for the conversations about it.
  deleted_at timestamptz,
  primary key (company_id, id),
  unique (company_id, author_id, submission_id),
  foreign key (company_id, author_id) references users,
  foreign key (company_id, decided_by) references users,
  check ((image_name is null) = (image_width is null)),
  check ((image_name is null) = (image_height is null)),
  check ((edited_at is null) = (reviewed_title is null)),
  check ((edited_at is null) = (reviewed_description is null)),
  check (status <> 'approved' or position is not null),
  check (status <> 'rejected' or reason is not null)
);
create unique index on posts (company_id, position)
  where status = 'approved' and deleted_at is null;
create index on posts (company_id, author_id, id) where deleted_at is null;
create index on posts (company_id, status, id) where status <> 'approved' and deleted_at is null;
create index on posts (company_id, id) where edited_at is not null and deleted_at is null;
create index on posts (image_name) where image_name is not null;
-- Whose picture a file of the storage is.
create index on users (profile_image) where profile_image is not null;

create table comments (
  company_id integer not null,
  id integer generated always as identity,
  post_id integer not null,
  author_id integer not null,
  content text not null,
  submission_id uuid,
  created_at timestamptz not null,
  edited_at timestamptz,
  primary key (company_id, id),
  unique (company_id, author_id, submission_id),
  foreign key (company_id, post_id) references posts,
  foreign key (company_id, author_id) references users
);
create index on comments (company_id, post_id, id);

-- The marks of comments that are gone: a form that comes late must not write one anew.
create table spent_marks (
  company_id integer not null,
  author_id integer not null,
  submission_id uuid not null,
  primary key (company_id, author_id, submission_id),
  foreign key (company_id, author_id) references users
);

-- Once a statement: a post that is deleted may have thousands.
create function count_comments() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    update posts set comment_count = comment_count + n
      from (select company_id, post_id, count(*)::integer as n from added group by 1, 2) as more
      where posts.company_id = more.company_id and posts.id = more.post_id;
  else
    update posts set comment_count = comment_count - n
      from (select company_id, post_id, count(*)::integer as n from gone group by 1, 2) as less
      where posts.company_id = less.company_id and posts.id = less.post_id;
    insert into spent_marks
      select company_id, author_id, submission_id from gone where submission_id is not null
      on conflict do nothing;
  end if;
  return null;
end
$$;
create trigger counted after insert on comments referencing new table as added
  for each statement execute function count_comments();
create trigger uncounted after delete on comments referencing old table as gone
  for each statement execute function count_comments();

-- What members told staff about. The words are kept as they read then.
create table reports (
  company_id integer not null,
  id integer generated always as identity,
  reporter_id integer not null,
  post_id integer not null,
  about text not null check (about in ('post', 'comment')),
  comment_id integer,
  author_id integer not null,
  said text not null,
  reason text not null,
  created_at timestamptz not null,
  closed_at timestamptz,
  closed_by integer,
  outcome text check (outcome in ('dismissed', 'removed')),
  primary key (company_id, id),
  foreign key (company_id, reporter_id) references users,
  foreign key (company_id, author_id) references users,
  foreign key (company_id, closed_by) references users,
  foreign key (company_id, post_id) references posts,
  foreign key (company_id, comment_id) references comments on delete set null (comment_id),
  check ((closed_at is null) = (outcome is null))
);
create index on reports (company_id, id) where closed_at is null;
create index on reports (company_id, comment_id) where comment_id is not null;
-- Saying it again while it waits changes nothing.
create unique index one_report_a_post on reports (company_id, reporter_id, post_id)
  where about = 'post' and closed_at is null;
create unique index one_report_a_comment on reports (company_id, reporter_id, comment_id)
  where comment_id is not null and closed_at is null;

-- The author of a post and one other person.
create table conversations (
  company_id integer not null,
  id integer generated always as identity,
  post_id integer not null,
  author_id integer not null,
  reader_id integer not null check (reader_id <> author_id),
  -- The row is held while a message is written, so that both sides see one order.
  last_message_id integer not null default 0,
  last_message_at timestamptz not null,
  -- The last message each has seen, and how many they have not.
  author_seen_id integer not null default 0,
  reader_seen_id integer not null default 0,
  author_unread integer not null default 0 check (author_unread >= 0),
  reader_unread integer not null default 0 check (reader_unread >= 0),
  primary key (company_id, id),
  unique (company_id, post_id, reader_id),
  foreign key (company_id, post_id) references posts,
  foreign key (company_id, author_id) references users,
  foreign key (company_id, reader_id) references users
);
create index on conversations (company_id, author_id, last_message_id);
create index on conversations (company_id, reader_id, last_message_id);
create index on conversations (company_id, post_id, author_id, last_message_id);
-- What somebody has not seen is counted on every page.
create index on conversations (company_id, author_id) include (author_unread)
  where author_unread > 0;
create index on conversations (company_id, reader_id) include (reader_unread)
  where reader_unread > 0;

create table messages (
  company_id integer not null,
  conversation_id integer not null,
  id integer generated always as identity,
  sender_id integer not null,
  client_id uuid not null,
  text text not null,
  sent_at timestamptz not null,
  primary key (company_id, conversation_id, id),
  unique (company_id, sender_id, client_id),
  foreign key (company_id, conversation_id) references conversations,
  foreign key (company_id, sender_id) references users
);

-- Neither of the two can write to the other.
create table blocks (
  company_id integer not null,
  user_id integer not null,
  blocked_id integer not null check (blocked_id <> user_id),
  created_at timestamptz not null default now(),
  primary key (company_id, user_id, blocked_id),
  foreign key (company_id, user_id) references users,
  foreign key (company_id, blocked_id) references users
);
