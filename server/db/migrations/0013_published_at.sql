-- When a post went up for the first time: the feed is in this order.
alter table posts add column published_at timestamptz;
update posts post set published_at = coalesce(
  (select min(created_at) from staff_log log where log.company_id = post.company_id
    and log.act = 'post.approve' and log.subject = 'post' and log.subject_id = post.id),
  decided_at, created_at)
where position is not null;
