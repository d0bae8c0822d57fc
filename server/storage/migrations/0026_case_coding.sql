-- Terms of cases beside the codes of dictionaries: what is to be coded, what is, and who looked at it again.

-- were the terms below derived of the version as it is now, and with which catalogue?
create table case_coded (
  sponsor_key int not null,
  case_key bigint not null,
  derived_with text not null,
  primary key (sponsor_key, case_key),
  foreign key (sponsor_key, case_key) references pv_case
);

create table case_coding (
  sponsor_key int not null,
  case_key bigint not null,
  -- where the code stands, or is to stand
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  page text not null,
  -- of a page of rows the one it stands in; else 0
  page_row int not null,
  -- as it was reported; null: only the code is there
  term text,
  -- null: not coded yet
  code text,
  version text,
  -- when the term was said; null: there is none
  said_at timestamptz(3),
  -- user id of who gave the code, and when
  coded_by text,
  coded_at timestamptz(3),
  -- where it stands, by language
  place jsonb not null,
  -- not told to who may not see blinded items
  blinded boolean not null,
  primary key (sponsor_key, case_key, item_id, row_no, row_no2, row_no3),
  foreign key (sponsor_key, case_key) references pv_case
);
create index case_coding_item on case_coding (sponsor_key, item_id, case_key);

-- A second coder agreed. It is about the code and the version it names: it says nothing of another one.
create table coding_review (
  sponsor_key int not null,
  -- first version of the case
  root_case_key bigint not null,
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  code text not null,
  -- empty: the dictionary has none
  version text not null,
  at timestamptz(3) not null,
  user_key int not null,
  user_id text not null,
  user_name text not null,
  primary key (sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3, code, version, at),
  foreign key (sponsor_key, root_case_key) references pv_case
);

grant select, insert, update on case_coded to casewright_app;
grant select, insert, delete on case_coding to casewright_app;
grant select, insert on coding_review to casewright_app;

call close_to_other_tenants('case_coded', 'case_coding', 'coding_review');
