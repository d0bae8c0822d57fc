-- Tokens with which programs of a company make exports (docs/decisions/0255).

-- Calls read it before they know their sponsor, as they do `session`: it has no policy of tenants.
create table api_token (
  token_hash bytea primary key,
  token_key uuid not null unique default gen_random_uuid(),
  sponsor_key int not null references sponsor,
  -- whose privileges and limits the program has
  user_key int not null references app_user,
  name text not null,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  -- null: it ends by itself
  ended_at timestamptz(3),
  last_used_at timestamptz(3),
  -- calls within the minute that began then
  minute_at timestamptz(3),
  minute_calls int not null default 0
);
create index api_token_user on api_token (sponsor_key, user_key);
grant select, insert, update, delete on api_token to casewright_app;
