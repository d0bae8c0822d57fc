-- Organisations, sponsors (tenants), users, roles, sessions.
-- Every table of a tenant begins its key with sponsor_key. Records are never deleted, only marked.

create table company (
  company_key int generated always as identity primary key,
  name text not null,
  client_type text not null check (client_type in ('SPO', 'CRO')),
  country text,
  created_at timestamptz(3) not null default now()
);

create table sponsor (
  sponsor_key int generated always as identity primary key,
  company_key int not null references company,
  name text not null unique,
  time_zone text not null default 'UTC',
  use_workflow boolean not null default false,
  idf_version text,
  case_no_prefix text not null default 'CASE',
  session_minutes int check (session_minutes between 1 and 720),
  default_appendix text not null default 'ICH',
  created_at timestamptz(3) not null default now()
);

-- numbers given under a row lock: no gap is left and none is given twice
create table sponsor_seq (
  sponsor_key int not null references sponsor,
  seq_name text not null,
  period text not null,
  last_no bigint not null,
  primary key (sponsor_key, seq_name, period)
);

create table app_user (
  user_key int generated always as identity primary key,
  user_id text not null,
  name text not null,
  email text,
  password_hash text not null,
  password_changed_at timestamptz(3) not null default now(),
  active boolean not null default true,
  is_system_admin boolean not null default false,
  created_at timestamptz(3) not null default now()
);
create unique index app_user_id on app_user (lower(user_id));

create table user_sponsor (
  sponsor_key int not null references sponsor,
  user_key int not null references app_user,
  unblind boolean not null default false,
  default_appendix text,
  last_used_at timestamptz(3),
  primary key (sponsor_key, user_key)
);
create index user_sponsor_user on user_sponsor (user_key);

create table role (
  sponsor_key int not null references sponsor,
  role_id int not null,
  name text not null,
  description text not null default '',
  del_flag char(1) not null default 'N',
  primary key (sponsor_key, role_id)
);
create unique index role_name on role (sponsor_key, name) where del_flag = 'N';

create table role_privilege (
  sponsor_key int not null,
  role_id int not null,
  priv_id text not null,
  primary key (sponsor_key, role_id, priv_id),
  foreign key (sponsor_key, role_id) references role
);

create table user_role (
  sponsor_key int not null,
  user_key int not null,
  role_id int not null,
  primary key (sponsor_key, user_key, role_id),
  foreign key (sponsor_key, user_key) references user_sponsor,
  foreign key (sponsor_key, role_id) references role
);

create table session (
  token_hash bytea primary key,
  user_key int not null references app_user,
  sponsor_key int references sponsor,
  sender_key int,
  created_at timestamptz(3) not null,
  expires_at timestamptz(3) not null,
  absolute_until timestamptz(3) not null,
  ip text,
  agent text,
  ended_at timestamptz(3),
  end_reason text
);
create index session_open on session (user_key) where ended_at is null;
create index session_expiry on session (expires_at);

-- wrong passwords, by user and by address; shared by all processes
create table login_throttle (
  subject text primary key,
  failures int not null,
  last_failed_at timestamptz(3) not null,
  blocked_until timestamptz(3) not null
);

create table set_up_token (
  token_hash bytea primary key,
  created_at timestamptz(3) not null,
  used_at timestamptz(3)
);

create table error_log (
  error_id bigint generated always as identity primary key,
  at timestamptz(3) not null,
  origin text not null check (origin in ('browser', 'server')),
  level text not null,
  user_key int,
  category text,
  message text not null,
  detail jsonb
);
