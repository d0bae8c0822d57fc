-- What the duplicate check compares of each case, and pairs that somebody has told apart.

-- of the newest version of every case, derived whenever it is written
create table case_search (
  sponsor_key int not null,
  root_case_key bigint not null,
  case_key bigint not null,
  -- hash of what it was derived by; another one is derived anew
  derived_by text not null,
  document jsonb not null,
  primary key (sponsor_key, root_case_key),
  foreign key (sponsor_key, case_key) references pv_case
);

-- the keys by which cases find each other; how many cases have one tells how rare it is
create table case_search_key (
  sponsor_key int not null,
  key text not null,
  root_case_key bigint not null,
  primary key (sponsor_key, key, root_case_key)
);
create index case_search_key_case on case_search_key (sponsor_key, root_case_key);

-- pairs of cases (by their first versions) that were found to be two
create table not_duplicate (
  sponsor_key int not null,
  low_key bigint not null,
  high_key bigint not null check (high_key > low_key),
  reason text not null,
  at timestamptz(3) not null,
  user_key int not null,
  user_name text not null,
  primary key (sponsor_key, low_key, high_key),
  foreign key (sponsor_key, low_key) references pv_case,
  foreign key (sponsor_key, high_key) references pv_case
);
create index not_duplicate_high on not_duplicate (sponsor_key, high_key);

grant select, insert, update, delete on case_search, case_search_key to casewright_app;
grant select, insert, delete on not_duplicate to casewright_app;

call close_to_other_tenants('case_search', 'case_search_key', 'not_duplicate');
