-- Questions at fields of cases: asked of a user or of the reporter, answered, closed. They belong to all versions of a case.
create table case_question (
  sponsor_key int not null,
  question_key bigint generated always as identity,
  -- first version of the case
  root_case_key bigint not null,
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  page text not null,
  -- of a page of rows the row it is about; else 0
  page_row int not null,
  -- page, rows and item by language, as they were called when it was asked
  place jsonb not null,
  -- null: the reporter
  addressee int references app_user,
  -- CCYYMMDD; null: none
  due text,
  state text not null check (state in ('open', 'answered', 'closed')),
  asker int not null references app_user,
  changed_at timestamptz(3) not null,
  primary key (sponsor_key, question_key),
  foreign key (sponsor_key, root_case_key) references pv_case
);
create index case_question_case on case_question (sponsor_key, root_case_key);
create index case_question_open on case_question (sponsor_key, addressee) where state <> 'closed';

-- Each step, with the words of who made it.
create table case_question_step (
  sponsor_key int not null,
  question_key bigint not null,
  step_no int not null,
  type text not null check (type in ('ask', 'answer', 'close', 'reopen')),
  text text not null,
  at timestamptz(3) not null,
  user_key int not null,
  user_name text not null,
  primary key (sponsor_key, question_key, step_no),
  foreign key (sponsor_key, question_key) references case_question
);

grant select, insert, update on case_question to casewright_app;
grant select, insert on case_question_step to casewright_app;
call close_to_other_tenants('case_question', 'case_question_step');
