-- One record of what is derived from cases (projections), in place of one for each kind: how far each projection has been
-- rebuilt over all cases of a sponsor, and the cases whose projections do not say what the case says now.

create table projection_progress (
  sponsor_key int not null references sponsor,
  name text not null,
  -- changes with the rules it is derived by; another one makes every case stale, in one row
  version text not null,
  -- cases up to this key have been rebuilt by this version
  walked_to bigint not null default 0,
  -- all of them have been
  done boolean not null default false,
  primary key (sponsor_key, name)
);

create table projection_stale (
  sponsor_key int not null,
  name text not null,
  record_key bigint not null,
  -- the last attempt failed: not before this; null: at once
  retry_at timestamptz(3),
  primary key (sponsor_key, name, record_key)
);

-- values of list columns that are computed by an expression
create table case_column_value (
  sponsor_key int not null,
  -- list and column
  column_id text not null,
  case_key bigint not null,
  value text not null,
  primary key (sponsor_key, column_id, case_key),
  foreign key (sponsor_key, case_key) references pv_case
);
create index case_column_value_case on case_column_value (sponsor_key, case_key);

-- list values: the items in use go on being projected; the owner looks over the walls between tenants for a moment
alter table list_item no force row level security;
insert into projection_progress (sponsor_key, name, version)
  select sponsor_key, 'listValues/' || item_id, '' from list_item;
drop table list_item;

-- all that these said was which version each case was derived with
alter table case_warning drop constraint case_warning_sponsor_key_case_key_fkey;
alter table case_warning add foreign key (sponsor_key, case_key) references pv_case;
drop table case_watch;
drop table case_coded;
alter table case_search drop column derived_by;

grant select, insert, update on projection_progress to casewright_app;
grant select, insert, update, delete on projection_stale, case_column_value to casewright_app;

call close_to_other_tenants('projection_progress', 'projection_stale', 'case_column_value');
