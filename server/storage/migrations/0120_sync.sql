-- Synchronisation of adverse events of studies with cases (docs/decisions/0175).

-- An adverse event of a study, as it was found in the rows of its source.
create table sync_event (
  sponsor_key int not null,
  source_key int not null,
  study_oid text not null,
  -- of study_row
  record_key text not null,
  event_key int generated always as identity,
  subject_key text not null,
  -- number and name of the visit, number of the event with its subject: shown, never keys
  visit_no int not null,
  visit text not null,
  event_no int not null,
  term text not null,
  serious boolean not null,
  -- null: the study has no booklets
  booklet text,
  -- new: in no case; progress: a run has it; yes: in a case; changed: differs from what was synchronised;
  -- failed: the last run could not; removed: its source has it no more
  state text not null check (state in ('new', 'progress', 'yes', 'changed', 'failed', 'removed')),
  -- what changed since is reason for a follow-up
  significant boolean not null default false,
  -- it was serious when it was synchronised, and is not any more
  downgraded boolean not null default false,
  -- why the last run failed: a kind of problem, and the rule it is about
  problem jsonb,
  found_at timestamptz(3) not null,
  changed_at timestamptz(3) not null,
  -- the first version of the case it is in
  root_case_key bigint,
  -- its place among the events of the case, from 1
  seq_no int,
  -- it was serious when it was synchronised
  serious_then boolean,
  -- sha-256 of what it was mapped to when it was synchronised
  hash bytea,
  -- the run that has it, or had it last
  run_key uuid,
  -- until then no other run takes it
  lease_until timestamptz(3),
  -- why a removed event stays in its case
  remark text,
  primary key (sponsor_key, source_key, study_oid, record_key),
  unique (sponsor_key, event_key),
  foreign key (sponsor_key, source_key, study_oid, subject_key) references study_subject,
  foreign key (sponsor_key, root_case_key) references pv_case
);
create index sync_event_newest on sync_event (sponsor_key, changed_at desc, event_key desc);
create index sync_event_case on sync_event (sponsor_key, root_case_key) where root_case_key is not null;

-- What was done with an event.
create table sync_log (
  sponsor_key int not null,
  log_no bigint generated always as identity,
  event_key int not null,
  at timestamptz(3) not null,
  -- null: the product
  user_key int references app_user,
  user_name text not null,
  action text not null check (action in ('sync', 'fail', 'reset', 'remark', 'nullify')),
  case_no text not null default '',
  reason text not null default '',
  primary key (sponsor_key, log_no),
  foreign key (sponsor_key, event_key) references sync_event (sponsor_key, event_key)
);
create index sync_log_event on sync_log (sponsor_key, event_key, log_no);

-- Which row of a case was made of which row of the source.
create table sync_row (
  sponsor_key int not null,
  root_case_key bigint not null,
  group_id text not null,
  -- of study_row; '#' and a number where a rule makes the row of no record
  record_key text not null,
  row_no int not null,
  row_no2 int not null default 0,
  row_no3 int not null default 0,
  primary key (sponsor_key, root_case_key, group_id, record_key, row_no, row_no2, row_no3),
  foreign key (sponsor_key, root_case_key) references pv_case
);

-- Values as runs synchronised them, with where they came from; the newest of an address applies.
create table sync_value (
  sponsor_key int not null,
  value_key bigint generated always as identity,
  root_case_key bigint not null,
  run_key uuid not null,
  -- from 1 in its run: values of cases name both
  value_no int not null,
  -- of the version that was made
  case_key bigint not null,
  -- addressKey
  address text not null,
  item_id text not null,
  -- of the event in whose row its source is; null: it is of the subject or a constant
  event_key int,
  value text,
  null_flavor text,
  -- MappedPart of shared/sync: its rules, their sources and what these wrote
  parts jsonb not null,
  primary key (sponsor_key, value_key),
  unique (sponsor_key, run_key, value_no),
  foreign key (sponsor_key, root_case_key) references pv_case,
  foreign key (sponsor_key, event_key) references sync_event (sponsor_key, event_key)
);
create index sync_value_address on sync_value (sponsor_key, root_case_key, address, value_key desc);

-- Values that the source has by its newest reading and that differ from what was synchronised last.
create table sync_difference (
  sponsor_key int not null,
  root_case_key bigint not null,
  address text not null,
  item_id text not null,
  event_key int not null,
  value text,
  null_flavor text,
  source_text text,
  significant boolean not null,
  primary key (sponsor_key, root_case_key, address),
  foreign key (sponsor_key, root_case_key) references pv_case,
  foreign key (sponsor_key, event_key) references sync_event (sponsor_key, event_key)
);

-- What people decided about differences between a study and its cases; the newest of a subject applies.
create table sync_decision (
  sponsor_key int not null,
  decision_no bigint generated always as identity,
  study_key int not null,
  -- key of the row of the reconciliation list
  subject text not null,
  decision text not null check (decision in ('accepted', 'source', 'case', 'open')),
  comment text not null,
  at timestamptz(3) not null,
  user_key int not null references app_user,
  user_name text not null,
  primary key (sponsor_key, decision_no)
);
create index sync_decision_subject on sync_decision (sponsor_key, study_key, subject, decision_no desc);

grant select, insert, update on sync_event to casewright_app;
grant select, insert on sync_log, sync_value, sync_decision to casewright_app;
grant select, insert, update, delete on sync_row, sync_difference to casewright_app;
call close_to_other_tenants('sync_event', 'sync_log', 'sync_row', 'sync_value', 'sync_difference', 'sync_decision');
