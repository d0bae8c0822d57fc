-- Questions about cases: the values they read, the library, frozen case series, and the files made of their answers.

-- One entry for each row that an item can have a value in, also for an empty one: "all rows", "no value" and "in the same
-- row" are answered by it. Entries of one row have the same row key in every item of its group.
alter table case_item_value
  add column row_key text not null default '',
  add column null_flavor text,
  alter column value drop not null;
alter table case_item_value alter column row_key drop default;

-- within one item, values are anything but independent of the item
create statistics case_item_value_items (dependencies, mcv) on item_id, short from case_item_value;

create table search_library (
  sponsor_key int not null references sponsor,
  library_key bigint generated always as identity,
  -- whose it is
  user_key int not null references app_user,
  name text not null,
  description text not null,
  shared boolean not null,
  -- the newest one
  version_no int not null,
  -- as contract/dataQueries describes it
  query jsonb not null,
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  created_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  -- printed name
  changed_by text not null,
  primary key (sponsor_key, library_key)
);
create unique index search_library_name on search_library (sponsor_key, user_key, name) where del_flag = 'N';

-- every version as it was saved
create table search_library_version (
  sponsor_key int not null,
  library_key bigint not null,
  version_no int not null,
  query jsonb not null,
  at timestamptz(3) not null,
  user_name text not null,
  reason text not null,
  primary key (sponsor_key, library_key, version_no),
  foreign key (sponsor_key, library_key) references search_library
);

create table case_series (
  sponsor_key int not null references sponsor,
  series_key bigint generated always as identity,
  -- below 0: a question that comes with the product
  library_key bigint not null,
  version_no int not null,
  at timestamptz(3) not null,
  user_key int not null references app_user,
  user_name text not null,
  case_count int not null,
  primary key (sponsor_key, series_key)
);
create index case_series_library on case_series (sponsor_key, library_key, series_key);

create table case_series_case (
  sponsor_key int not null,
  series_key bigint not null,
  root_case_key bigint not null,
  -- the version that was the newest
  case_key bigint not null,
  primary key (sponsor_key, series_key, root_case_key),
  foreign key (sponsor_key, series_key) references case_series
);

create table data_export (
  sponsor_key int not null references sponsor,
  -- from the sequence of imports
  data_key bigint not null,
  -- of its durable process
  process_key uuid not null,
  user_key int not null references app_user,
  user_id text not null,
  user_name text not null,
  name text not null,
  format text not null,
  query jsonb not null,
  -- the question in the language of the user
  sentence text not null,
  at timestamptz(3) not null,
  state text not null default 'running' check (state in ('running', 'done', 'stopped', 'failed', 'expired')),
  cases int,
  row_count int,
  file_name text,
  expires_at timestamptz(3),
  -- what the maker of the file might see: a reader who may see less does not get it
  made_with jsonb,
  fetches int not null default 0,
  primary key (sponsor_key, data_key)
);
create unique index data_export_process on data_export (sponsor_key, process_key);

grant select, insert, update on search_library, data_export to casewright_app;
grant select, insert on search_library_version, case_series, case_series_case to casewright_app;

call close_to_other_tenants('search_library', 'search_library_version', 'case_series', 'case_series_case', 'data_export');
