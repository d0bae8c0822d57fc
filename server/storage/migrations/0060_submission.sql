-- Submissions (docs/decisions/0097): a batch is one file to one receiver, a message one version of a case in it, an attempt
-- one try to hand the file over. Events, acknowledgements and revisions of the status are only added.

create table submission_batch (
  sponsor_key int not null references sponsor,
  batch_key bigint generated always as identity,
  -- of the durable process
  process_key uuid not null,
  sender_key int not null,
  sender_id text not null,
  receiver text not null,
  -- code of the region whose items and rules apply; empty: ICH alone
  region text not null,
  batch_receiver text not null,
  message_receiver text not null,
  environment text not null check (environment in ('production', 'test')),
  transport text not null check (transport in ('folder', 'byHand')),
  -- what the pretend authority of a demo answers; null: there is none
  pretend text,
  notation boolean not null,
  -- N.1.2; never used again, and the same in each attempt
  batch_number text not null,
  state text not null default 'draft',
  -- the frozen file: its SHA-256 names it
  file_key text,
  file_size bigint,
  frozen_at timestamptz(3),
  -- may hold blinded values, which not every user may see
  unblinded boolean not null default false,
  catalogue_version text,
  dictionaries jsonb not null default '{}',
  -- grows with each check
  check_no int not null default 0,
  checked_at timestamptz(3),
  fault text,
  created_at timestamptz(3) not null,
  created_by int not null,
  created_name text not null,
  confirmed_at timestamptz(3),
  confirmed_name text,
  comment text not null default '',
  sent_at timestamptz(3),
  answered_at timestamptz(3),
  manual_status text check (manual_status in ('transmitted', 'accepted', 'rejected', 'notNeeded')),
  primary key (sponsor_key, batch_key),
  unique (sponsor_key, process_key),
  unique (sponsor_key, sender_id, batch_number)
);
create index submission_batch_created on submission_batch (sponsor_key, created_at);
create index submission_batch_number on submission_batch (sponsor_key, batch_number);

create table submission_message (
  sponsor_key int not null,
  batch_key bigint not null,
  seq int not null,
  case_key bigint not null,
  root_case_key bigint not null,
  -- C.1.1 as it is sent
  case_number text not null default '',
  -- N.2.r.1; empty before the batch is frozen
  message_number text not null default '',
  kind text not null,
  -- of the case when it was frozen
  version_time timestamptz(3),
  serious boolean,
  state text not null default 'waiting',
  answer_code text,
  answer_text text,
  local_number text,
  answered_at timestamptz(3),
  primary key (sponsor_key, batch_key, seq),
  unique (sponsor_key, batch_key, case_key),
  foreign key (sponsor_key, batch_key) references submission_batch,
  foreign key (sponsor_key, case_key) references pv_case
);
create index submission_message_case on submission_message (sponsor_key, case_key);
create index submission_message_root on submission_message (sponsor_key, root_case_key);

create table submission_attempt (
  sponsor_key int not null,
  batch_key bigint not null,
  attempt_no int not null,
  started_at timestamptz(3) not null,
  ended_at timestamptz(3),
  -- null: it has no end yet
  outcome text check (outcome in ('handedOver', 'notHandedOver', 'failed', 'unknown')),
  fault text,
  message text,
  primary key (sponsor_key, batch_key, attempt_no),
  foreign key (sponsor_key, batch_key) references submission_batch
);

create table submission_event (
  sponsor_key int not null,
  event_key bigint generated always as identity,
  batch_key bigint not null,
  -- null: it is about the whole batch
  seq int,
  type text not null,
  code text,
  text text,
  at timestamptz(3) not null,
  -- as the receiver wrote it
  remote_at text,
  user_name text,
  -- the raw file
  file_key text,
  primary key (sponsor_key, event_key),
  foreign key (sponsor_key, batch_key) references submission_batch
);
create index submission_event_batch on submission_event (sponsor_key, batch_key, event_key);

-- results of the checks, of each run
create table submission_finding (
  sponsor_key int not null,
  finding_key bigint generated always as identity,
  batch_key bigint not null,
  check_no int not null,
  -- null: it is about the whole batch
  seq int,
  check_id text not null,
  severity text not null check (severity in ('error', 'warning', 'info')),
  rule_id text not null default '',
  item_id text,
  row_no int not null default 0,
  row_no2 int not null default 0,
  row_no3 int not null default 0,
  -- by language
  message jsonb not null,
  reason text,
  reason_name text,
  reason_at timestamptz(3),
  primary key (sponsor_key, finding_key),
  foreign key (sponsor_key, batch_key) references submission_batch
);
create index submission_finding_batch on submission_finding (sponsor_key, batch_key, check_no);

-- revisions of comment and manual status
create table submission_revision (
  sponsor_key int not null,
  batch_key bigint not null,
  revision_no int not null,
  comment text not null,
  old_status text,
  new_status text,
  at timestamptz(3) not null,
  user_name text not null,
  primary key (sponsor_key, batch_key, revision_no),
  foreign key (sponsor_key, batch_key) references submission_batch
);

-- every file that arrived, once
create table submission_inbox (
  sponsor_key int not null references sponsor,
  inbox_key bigint generated always as identity,
  at timestamptz(3) not null,
  file_key text not null,
  file_name text not null,
  -- what could be read of it
  sender_id text,
  batch_number text,
  code text,
  -- why it belongs to no batch; null: it does
  problem text,
  batch_key bigint,
  assigned_name text,
  primary key (sponsor_key, inbox_key),
  unique (sponsor_key, file_key),
  foreign key (sponsor_key, batch_key) references submission_batch
);

grant select, insert, update on submission_batch, submission_message, submission_attempt, submission_finding,
  submission_inbox to casewright_app;
grant select, insert on submission_event, submission_revision to casewright_app;
grant delete on submission_message to casewright_app;

call close_to_other_tenants('submission_batch', 'submission_message', 'submission_attempt', 'submission_event',
  'submission_finding', 'submission_revision', 'submission_inbox');
