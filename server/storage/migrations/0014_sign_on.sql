-- Single sign-on: who an account is at an identity provider, and sign-ons under way. Of persons, like the session.

create table user_identity (
  identity_key int generated always as identity primary key,
  user_key int not null references app_user,
  -- an identity is what the provider calls a person by; addresses and names change and are given away
  issuer text not null,
  subject text not null,
  email text,
  linked_at timestamptz(3) not null,
  last_used_at timestamptz(3),
  unlinked_at timestamptz(3)
);
create unique index user_identity_linked on user_identity (issuer, subject) where unlinked_at is null;
create index user_identity_user on user_identity (user_key);

-- between the way to the provider and the way back
create table sso_request (
  state_hash bytea primary key,
  -- what only the browser that began it knows
  challenge_hash bytea not null,
  realm_id text not null,
  nonce text not null,
  code_verifier text not null,
  expires_at timestamptz(3) not null
);
create index sso_request_expiry on sso_request (expires_at);

-- between the provider's answer and the session: an account may have to be linked first
create table sso_ticket (
  ticket_hash bytea primary key,
  realm_id text not null,
  issuer text not null,
  subject text not null,
  email text,
  -- sealed
  tokens bytea not null,
  expires_at timestamptz(3) not null
);
create index sso_ticket_expiry on sso_ticket (expires_at);

create table session_sso (
  token_hash bytea primary key references session on delete cascade,
  identity_key int not null references user_identity,
  realm_id text not null,
  email text,
  -- sealed: access, refresh and id token of the provider
  tokens bytea not null,
  refreshed_at timestamptz(3) not null
);
create index session_sso_identity on session_sso (identity_key);

grant select, insert, update on user_identity to casewright_app;
grant select, insert, update, delete on sso_request, sso_ticket, session_sso to casewright_app;
grant usage, select on all sequences in schema public to casewright_app;
