-- Rules of accounts, a second factor, and what they need (docs/decisions/0141).

-- Settings of the part `accounts`: read before a session knows its sponsor, so they cannot be read from the settings.
alter table sponsor add column account_rules jsonb not null default '{}';

alter table user_sponsor
  -- the training that the sponsor demands
  add column trained_on date,
  -- since then days without a sign-in count again
  add column unlocked_at timestamptz(3);

-- what the records of users have until now
alter table record_page no force row level security;
update user_sponsor us set trained_on = (p.items -> 'USER_TRAINED|0|0|0' ->> 'v')::date
  from record_page p
  where p.sponsor_key = us.sponsor_key and p.kind = 'user' and p.record_key = us.user_key
    and p.items -> 'USER_TRAINED|0|0|0' ->> 'v' ~ '^[0-9]{8}$';
alter table record_page force row level security;

-- May the user work for the sponsor at that moment? Nobody works for an inactive company, without the training that the
-- sponsor demands, or after the days without a sign-in that it allows.
create or replace function takes_part(us user_sponsor, at timestamptz) returns boolean language sql stable as $$
  select us.user_key is not null and us.locked_at is null
    and exists (select 1 from sponsor sp join company c using (company_key)
      where sp.sponsor_key = us.sponsor_key and c.active
        and (sp.account_rules ->> 'training' is distinct from 'required' or us.trained_on is not null)
        and (sp.account_rules ->> 'inactiveDays' is null
          or greatest(us.last_used_at, us.unlocked_at, us.since)
            > at - make_interval(days => (sp.account_rules ->> 'inactiveDays')::int)))
    and (us.start_on is null and us.end_on is null or (
      select (us.start_on is null or today.day >= us.start_on) and (us.end_on is null or today.day <= us.end_on)
      from (select (at at time zone sp.time_zone)::date as day from sponsor sp
        where sp.sponsor_key = us.sponsor_key) today))
$$;

create table user_factor (
  user_key int primary key references app_user,
  -- base 32, sealed; null: none is in use yet
  secret bytea,
  confirmed_at timestamptz(3),
  -- of the last code that was taken: no code is taken twice
  last_step bigint not null default 0,
  -- of an authenticator that is being set up
  pending bytea
);

create table user_recovery_code (
  user_key int not null references app_user,
  code_hash bytea not null,
  used_at timestamptz(3),
  primary key (user_key, code_hash)
);

-- passwords that were replaced
create table password_history (
  user_key int not null references app_user,
  replaced_at timestamptz(3) not null,
  password_hash text not null,
  primary key (user_key, replaced_at)
);

-- wrong passwords and codes of users that there are
create table sign_in_failure (
  failure_key bigint generated always as identity primary key,
  user_key int not null references app_user,
  at timestamptz(3) not null,
  ip text not null
);
create index sign_in_failure_user on sign_in_failure (user_key, at);

grant select, insert, update, delete on user_factor, user_recovery_code, password_history, sign_in_failure to casewright_app;
