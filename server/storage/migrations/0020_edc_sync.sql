-- Adverse events as the external study system sent them, and the cases that were made of them.

create table edc_sync (
  sponsor_key int not null references sponsor,
  sync_key bigint generated always as identity,
  study_key int not null,
  -- names of the study system: subject, visit, and the number of the event with the subject
  subject_id text not null,
  visit text not null default '',
  ae_no int not null,
  ae_term text not null,
  sae char(1) not null check (sae in ('Y', 'N')),
  state text not null default 'NEW' check (state in ('NEW', 'SYNCED', 'CHANGED', 'FAILED')),
  received_at timestamptz(3) not null,
  -- by its first version; null: none yet
  root_case_key bigint,
  primary key (sponsor_key, sync_key),
  unique (sponsor_key, study_key, subject_id, ae_no),
  foreign key (sponsor_key, study_key) references study,
  foreign key (sponsor_key, root_case_key) references pv_case
);
create index edc_sync_newest on edc_sync (sponsor_key, received_at desc, sync_key desc);

grant select, insert, update on edc_sync to casewright_app;
alter table edc_sync enable row level security;
alter table edc_sync force row level security;
create policy tenant on edc_sync using (sponsor_key = (select current_setting('app.sponsor')::int));
