-- Staff see what was reported and what they once approved, pictures too, until they have decided.

-- The picture as staff last saw it, beside the words as they read then.
alter table posts
  add reviewed_image_name text,
  add reviewed_image_width integer,
  add reviewed_image_height integer,
  add check ((reviewed_image_name is null) = (reviewed_image_width is null)),
  add check ((reviewed_image_name is null) = (reviewed_image_height is null)),
  add check (reviewed_image_name is null or edited_at is not null);
create index on posts (reviewed_image_name) where reviewed_image_name is not null;

-- The picture of the post as it was when it was reported. Its file goes when the report is closed.
alter table reports
  add image_name text,
  add image_width integer,
  add image_height integer,
  add check ((image_name is null) = (image_width is null)),
  add check ((image_name is null) = (image_height is null)),
  add check (image_name is null or about = 'post');
create index on reports (image_name) where image_name is not null and closed_at is null;

-- Of what is under way nobody knows the former picture any more: it is taken to be the present one.
update posts set reviewed_image_name = image_name, reviewed_image_width = image_width,
  reviewed_image_height = image_height
  where edited_at is not null;
update reports set image_name = posts.image_name, image_width = posts.image_width,
  image_height = posts.image_height
  from posts
  where posts.company_id = reports.company_id and posts.id = reports.post_id
    and reports.about = 'post' and reports.closed_at is null;
