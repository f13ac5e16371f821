-- A comment raises the version of its company by itself: that it also changes the count in its post is no second reason.
drop trigger new_version on posts;
create constraint trigger new_version after insert or delete on posts
  deferrable initially deferred for each row execute function new_community_version();
create constraint trigger new_version_of_change after update on posts
  deferrable initially deferred for each row
  when (old.comment_count = new.comment_count)
  execute function new_community_version();
