-- Imports in two steps (docs/decisions/0164): files are read, a user decides about each of their messages, and those that
-- were chosen become cases. A history entry is a file of a run that was confirmed.

create table import_run (
  sponsor_key int not null references sponsor,
  -- of its durable process; an import in one step has none
  run_key uuid not null,
  -- null: imported before there were runs
  user_key int references app_user,
  user_id text not null,
  user_name text,
  -- whom new cases belong to
  sender_key int,
  state text not null check (
    state in ('receiving', 'reading', 'failed', 'deciding', 'importing', 'stopped', 'done', 'closed')),
  -- when its first file arrived
  at timestamptz(3) not null,
  -- when the user had the messages imported; null: not yet
  confirmed_at timestamptz(3),
  ended_at timestamptz(3),
  primary key (sponsor_key, run_key)
);
create index import_run_user on import_run (sponsor_key, user_key, at);

create table import_file (
  sponsor_key int not null,
  run_key uuid not null,
  file_no int not null,
  -- its number in the history; null: not confirmed
  data_key bigint,
  file_name text not null,
  -- SHA-256
  file_key text not null,
  size bigint,
  primary key (sponsor_key, run_key, file_no),
  unique (sponsor_key, data_key),
  foreign key (sponsor_key, run_key) references import_run
);
create index import_file_content on import_file (file_key);

-- One XML or SGML file: the uploaded one, or one of an archive.
create table import_batch (
  sponsor_key int not null,
  run_key uuid not null,
  -- in the order of reading, over all files of the run
  batch_no int not null,
  file_no int not null,
  file_name text not null,
  form text check (form in ('R2', 'R3')),
  -- of its envelope, as far as it could be read
  batch_number text,
  sender text,
  receiver text,
  sent_at text,
  -- what the batch itself holds that no item takes
  residue jsonb not null default '[]',
  -- who fetched its acknowledgement first
  acknowledged_at timestamptz(3),
  acknowledged_name text,
  primary key (sponsor_key, run_key, batch_no),
  foreign key (sponsor_key, run_key, file_no) references import_file
);

create table import_message (
  sponsor_key int not null,
  run_key uuid not null,
  -- in the order of reading, over all files of the run
  seq int not null,
  batch_no int not null,
  -- in the batch; 0: the batch cannot be read
  message_no int not null,
  -- of the envelope
  message_number text,
  case_number text,
  -- dates of receipt, C.1.4 and C.1.5
  first_received text,
  most_recent text,
  -- what is compared with stored cases (shared/duplicates); null: nothing was
  document jsonb,
  -- null: imported in one step
  proposal text check (
    proposal in ('new', 'followUp', 'duplicate', 'nullification', 'otherPatient', 'refused')),
  -- the case that is proposed, by its first version, or an earlier message of the run
  target_root bigint,
  target_seq int,
  -- null: a user has to decide
  decision text check (decision in ('new', 'followUp', 'skip')),
  decision_root bigint,
  decision_seq int,
  -- of a decision by a user, who may change the proposed one
  decided_at timestamptz(3),
  decided_id text,
  decided_name text,
  reason text,
  -- null: not imported yet
  outcome text check (outcome in ('new', 'followUp', 'refused', 'skipped')),
  case_key bigint,
  case_no text,
  -- why it is refused, or needs a decision: a key of server/case-import/refusals.json, and the items that disagree
  why text,
  why_items text[] not null default '{}',
  -- of a file that cannot be read: where and why; of an import before there were runs: the refusal
  fault text,
  errors int not null default 0,
  warnings int not null default 0,
  -- findings, residue, notes of the conversion
  details jsonb not null default '{}',
  primary key (sponsor_key, run_key, seq),
  unique (sponsor_key, run_key, batch_no, message_no),
  foreign key (sponsor_key, run_key, batch_no) references import_batch
);
create index import_message_case on import_message (sponsor_key, case_key);

-- the imports so far
alter table data_history no force row level security;
alter table stored_file no force row level security;
create temporary table earlier on commit drop as
  select h.*, gen_random_uuid() as run_key from data_history h;
insert into import_run (sponsor_key, run_key, user_key, user_id, user_name, state, at, confirmed_at, ended_at)
  select e.sponsor_key, e.run_key, u.user_key, e.user_id, u.name, 'done', e.at, e.at, e.at
  from earlier e left join app_user u on u.user_id = e.user_id;
insert into import_file (sponsor_key, run_key, file_no, data_key, file_name, file_key, size)
  select e.sponsor_key, e.run_key, 1, e.data_key, e.file_name, e.file_key, f.size
  from earlier e left join stored_file f on f.sponsor_key = e.sponsor_key and f.file_key = e.file_key;
create temporary table earlier_message on commit drop as
  select e.sponsor_key, e.run_key, m.message, m.seq,
    dense_rank() over (partition by e.sponsor_key, e.run_key order by m.message ->> 'fileName') as batch_no
  from earlier e, jsonb_array_elements(e.result) with ordinality as m(message, seq);
insert into import_batch (sponsor_key, run_key, batch_no, file_no, file_name, form)
  select sponsor_key, run_key, batch_no, 1, min(message ->> 'fileName'), min(message ->> 'form')
  from earlier_message group by sponsor_key, run_key, batch_no;
insert into import_message (sponsor_key, run_key, seq, batch_no, message_no, outcome, case_key, case_no, fault, errors,
    warnings, details)
  select sponsor_key, run_key, seq, batch_no, (message ->> 'message')::int, message ->> 'decision',
    (message ->> 'caseKey')::bigint, message ->> 'caseNo', message ->> 'problem',
    jsonb_array_length(jsonb_path_query_array(message, '$.findings[*] ? (@.severity == "error")')),
    jsonb_array_length(jsonb_path_query_array(message, '$.findings[*] ? (@.severity == "warning")')),
    jsonb_build_object('findings', coalesce(message -> 'findings', '[]'), 'residue', coalesce(message -> 'residue', '[]'),
      'notes', coalesce(message -> 'notes', '[]'))
  from earlier_message;
alter table stored_file force row level security;
drop table data_history;

grant select, insert, update, delete on import_run, import_file, import_batch, import_message to casewright_app;
call close_to_other_tenants('import_run', 'import_file', 'import_batch', 'import_message');
