-- What is open for a user ends for good with the account, tokens of programs too (docs/decisions/0389).
create or replace function end_what_is_open() returns trigger language plpgsql as $$
begin
  update session set ended_at = now(), end_reason = 'User switched off'
    where user_key = new.user_key and ended_at is null;
  update api_token set ended_at = now() where user_key = new.user_key and ended_at is null;
  delete from password_token where user_key = new.user_key and used_at is null;
  return new;
end $$;

-- 'expired': it replaces a password that is older than a sponsor allows, after a sign-in with it
alter table password_token drop constraint password_token_kind_check,
  add constraint password_token_kind_check check (kind in ('reset', 'first', 'expired'));
