-- Support accesses that sponsors grant, and who read which case (docs/decisions/0195).

-- Sessions read it before they know their sponsor, as they do `user_sponsor`: it has no policy of tenants.
create table support_access (
  access_no bigint generated always as identity primary key,
  sponsor_key int not null references sponsor,
  -- of a system administrator
  user_key int not null references app_user,
  granted_at timestamptz(3) not null,
  granted_by text not null,
  reason text not null,
  until_at timestamptz(3) not null,
  -- null: it ends by itself
  ended_at timestamptz(3),
  ended_by text,
  last_used_at timestamptz(3)
);
create index support_access_user on support_access (user_key, sponsor_key, until_at);
create index support_access_sponsor on support_access (sponsor_key, access_no desc);

-- Append only: a user who reads a case again within the hour is not noted again.
create table case_read (
  sponsor_key int not null,
  read_no bigint generated always as identity,
  case_key int not null,
  user_key int not null references app_user,
  user_id text not null,
  user_name text not null,
  -- a page on the screen, or a file that was taken away
  kind text not null check (kind in ('read', 'file')),
  -- by a support access
  support boolean not null,
  hour timestamptz(3) not null,
  at timestamptz(3) not null,
  primary key (sponsor_key, read_no),
  unique (sponsor_key, case_key, user_key, kind, hour)
);
create index case_read_newest on case_read (sponsor_key, at desc, read_no desc);

grant select, insert, update on support_access to casewright_app;
grant select, insert on case_read to casewright_app;
call close_to_other_tenants('case_read');
