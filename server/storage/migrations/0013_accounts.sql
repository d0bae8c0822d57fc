-- Sessions a user can list and end, links that set a password, and mails on their way out.

alter table session
  -- names a session to its user; the hash of its token never leaves the server
  add column session_id uuid not null default gen_random_uuid() unique,
  -- written at most once a minute
  add column last_seen_at timestamptz(3),
  add column signed_in_by text not null default 'password' check (signed_in_by in ('password', 'sso'));
update session set last_seen_at = created_at;
alter table session alter column last_seen_at set not null;

create unique index app_user_email on app_user (lower(email)) where email is not null;

-- where the next session begins
alter table user_sponsor add column last_sender_key int;

create table password_token (
  token_hash bytea primary key,
  user_key int not null references app_user,
  -- 'reset': the user asked for it; 'first': somebody made him an account
  kind text not null check (kind in ('reset', 'first')),
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  used_at timestamptz(3)
);
create index password_token_user on password_token (user_key) where used_at is null;

-- One mail to one address. It belongs to no sponsor: a user may take part in several, and the sender sends for all.
create table outbox_email (
  email_key bigint generated always as identity primary key,
  -- stays the same however often it is tried, so that a mail system can drop a second copy
  message_id text not null unique,
  recipient text not null,
  subject text not null,
  -- sealed, since it may hold a link that opens something; null once it is sent or given up
  body bytea,
  state text not null default 'ready' check (state in ('ready', 'sent', 'failed')),
  attempts int not null default 0,
  created_at timestamptz(3) not null,
  -- when to try; while a process tries, when another one may
  next_at timestamptz(3) not null,
  -- from then on it is of no use
  give_up_at timestamptz(3) not null,
  sent_at timestamptz(3),
  last_error text
);
create index outbox_email_due on outbox_email (next_at) where state = 'ready';

grant select, insert, update, delete on password_token, outbox_email to casewright_app;
grant usage, select on all sequences in schema public to casewright_app;

-- whoever switches a user off ends what he has open, and it stays over when he is switched on again
create function end_what_is_open() returns trigger language plpgsql as $$
begin
  update session set ended_at = now(), end_reason = 'User switched off'
    where user_key = new.user_key and ended_at is null;
  delete from password_token where user_key = new.user_key and used_at is null;
  return new;
end $$;
create trigger app_user_off after update on app_user
  for each row when (old.active and not new.active) execute function end_what_is_open();
