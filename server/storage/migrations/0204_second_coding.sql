-- Codes that a second coder gave without seeing the first ones, and what an adjudicator decided where the two differ.

create table second_coding (
  sponsor_key int not null,
  second_key bigint generated always as identity,
  -- first version of the case
  root_case_key bigint not null,
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  -- the dictionary of the item, and the release in use: in it the codes are compared level by level
  dictionary text not null,
  release_no int not null,
  first_code text not null,
  -- of the first code; empty: the dictionary has none
  version text not null,
  first_by text not null,
  second_code text not null,
  second_by text not null,
  second_at timestamptz(3) not null,
  remark text,
  -- null: the codes are equal, or not decided yet
  decided_code text,
  decided_by text,
  decided_at timestamptz(3),
  reason text,
  primary key (sponsor_key, second_key),
  foreign key (sponsor_key, root_case_key) references pv_case
);
create index second_coding_term on second_coding (sponsor_key, root_case_key, item_id, row_no, row_no2, row_no3);
create index second_coding_open on second_coding (sponsor_key) where decided_at is null and first_code <> second_code;

grant select, insert, update on second_coding to casewright_app;

call close_to_other_tenants('second_coding');
