-- Recommended codes: what was asked, what was answered, what people took of it.

create table ai_coding_job (
  sponsor_key int not null,
  job_key uuid not null,
  -- hash of dictionary, release, place and text: the same question is asked once
  question text not null,
  dictionary text not null,
  release_no int not null,
  case_key bigint not null,
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  state text not null check (state in ('queued', 'working', 'done')),
  -- what may leave the installation: without names, dates and numbers
  text_sent text,
  -- the answer of the product itself, the likeliest first; another coder may only choose among these
  candidates jsonb not null,
  -- what was answered in the end, by which coder; null until then
  answer jsonb,
  engine text,
  engine_version text,
  -- why another coder did not answer
  failure text,
  asked_by int not null,
  asked_at timestamptz(3) not null,
  leased_until timestamptz(3),
  attempts int not null default 0,
  primary key (sponsor_key, job_key),
  foreign key (sponsor_key, case_key) references pv_case
);
create unique index ai_coding_job_question on ai_coding_job (sponsor_key, question);
create index ai_coding_job_due on ai_coding_job (sponsor_key, asked_at) where state <> 'done';
create index ai_coding_job_case on ai_coding_job (sponsor_key, case_key);

-- what people took: kept for as long as the case is, since it tells how far the recommendations can be trusted
create table ai_coding_choice (
  sponsor_key int not null,
  choice_key bigint generated always as identity,
  case_key bigint not null,
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  dictionary text not null,
  version text not null,
  code text not null,
  -- from 1; null: another code was taken
  rank int,
  score numeric(4, 3),
  recommended text[] not null,
  engine text not null,
  engine_version text not null,
  at timestamptz(3) not null,
  user_key int not null,
  user_name text not null,
  primary key (sponsor_key, choice_key),
  foreign key (sponsor_key, case_key) references pv_case
);
create index ai_coding_choice_case on ai_coding_choice (sponsor_key, case_key);

grant select, insert, update, delete on ai_coding_job to casewright_app;
grant select, insert on ai_coding_choice to casewright_app;

call close_to_other_tenants('ai_coding_job', 'ai_coding_choice');
