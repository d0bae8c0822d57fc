-- Which senders a user works for is read together with his session, like his roles and privileges: before the tenant
-- of the request is set. It tells nothing of a case.
drop policy tenant on user_sender;
alter table user_sender no force row level security;
alter table user_sender disable row level security;
