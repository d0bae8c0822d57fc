-- Acknowledgements of imported batches on their way to partners (docs/decisions/0194). The bytes and their name are made once.
create table import_acknowledgement (
  sponsor_key int not null references sponsor,
  run_key uuid not null,
  batch_no int not null,
  process_key text not null,
  file_name text not null,
  file_key text not null,
  receiver text not null,
  -- of the record of the receiver
  receiver_key bigint,
  transport text not null check (transport in ('folder', 'sftp')),
  environment text not null check (environment in ('production', 'test')),
  -- of the chart acknowledgement-sending
  state text not null,
  fault text,
  created_at timestamptz(3) not null,
  created_name text not null,
  sent_at timestamptz(3),
  primary key (sponsor_key, run_key, batch_no),
  unique (sponsor_key, process_key)
);
create table import_acknowledgement_attempt (
  sponsor_key int not null,
  process_key text not null,
  attempt_no int not null,
  started_at timestamptz(3) not null,
  -- null: it has not ended, or its process was killed
  ended_at timestamptz(3),
  outcome text check (outcome in ('handedOver', 'notHandedOver', 'failed', 'unknown')),
  message text,
  primary key (sponsor_key, process_key, attempt_no),
  foreign key (sponsor_key, process_key) references import_acknowledgement (sponsor_key, process_key)
);
grant select, insert, update on import_acknowledgement, import_acknowledgement_attempt to casewright_app;
call close_to_other_tenants('import_acknowledgement', 'import_acknowledgement_attempt');
