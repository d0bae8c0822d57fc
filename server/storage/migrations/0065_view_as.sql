-- While a session sees the product as a role or a user would, it changes nothing.
alter table session
  add column view_role_id int,
  add column view_user_key int references app_user,
  add column view_since timestamptz(3),
  add constraint session_view check (
    num_nonnulls(view_role_id, view_user_key) = case when view_since is null then 0 else 1 end);
create index session_view on session (expires_at) where view_since is not null;
