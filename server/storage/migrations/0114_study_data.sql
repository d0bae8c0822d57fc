-- Clinical data as its sources hold it: one picture of subjects and rows, whatever the source.

create table study_source (
  sponsor_key int not null references sponsor,
  source_key int generated always as identity,
  name text not null,
  -- the adapter
  kind text not null,
  -- what the adapter needs, without secrets
  settings jsonb not null default '{}',
  -- sealed; null: none is needed
  secret bytea,
  -- when it was last read to its end
  read_at timestamptz(3),
  -- null: the last reading succeeded
  last_error text,
  disabled boolean not null default false,
  primary key (sponsor_key, source_key),
  unique (sponsor_key, name)
);

-- A study of case info and the study of a source that collects its data.
create table study_link (
  sponsor_key int not null,
  study_key int not null,
  source_key int not null,
  study_oid text not null,
  protocol text not null default '',
  linked_at timestamptz(3) not null,
  study_kind text not null generated always as ('study') stored,
  primary key (sponsor_key, study_key),
  unique (sponsor_key, source_key, study_oid),
  foreign key (sponsor_key, study_kind, study_key) references record,
  foreign key (sponsor_key, source_key) references study_source
);

-- Versions of a study's forms.
create table study_metadata (
  sponsor_key int not null,
  source_key int not null,
  study_oid text not null,
  version_oid text not null,
  -- StudyMetadata of shared/study-data
  metadata jsonb not null,
  read_at timestamptz(3) not null,
  primary key (sponsor_key, source_key, study_oid, version_oid),
  foreign key (sponsor_key, source_key) references study_source
);

create table study_subject (
  sponsor_key int not null,
  source_key int not null,
  study_oid text not null,
  subject_key text not null,
  -- the number that the specification's calls name a subject by (SUBJ_KEY)
  subject_no int generated always as identity,
  label text not null,
  site_oid text not null default '',
  site_name text not null default '',
  country text not null default '',
  read_at timestamptz(3) not null,
  -- the source has it no more
  removed_at timestamptz(3),
  primary key (sponsor_key, source_key, study_oid, subject_key),
  unique (sponsor_key, subject_no),
  foreign key (sponsor_key, source_key) references study_source
);

create table study_row (
  sponsor_key int not null,
  source_key int not null,
  study_oid text not null,
  -- recordKeyOf of shared/study-data
  record_key text not null,
  subject_key text not null,
  event_oid text not null,
  event_repeat text not null default '',
  form_oid text not null,
  form_repeat text not null default '',
  group_oid text not null,
  group_repeat text not null default '',
  record_id text,
  -- text by item OID; null: explicitly empty
  item_values jsonb not null,
  -- sha-256 of the address and the values
  hash bytea not null,
  -- time of the source; null: it names none
  changed_at timestamptz(3),
  -- when this state was first read
  read_at timestamptz(3) not null,
  removed_at timestamptz(3),
  primary key (sponsor_key, source_key, study_oid, record_key),
  foreign key (sponsor_key, source_key, study_oid, subject_key) references study_subject
);
create index study_row_subject on study_row (sponsor_key, source_key, study_oid, subject_key);

grant select, insert, update, delete on study_source, study_link, study_metadata, study_subject, study_row
  to casewright_app;
call close_to_other_tenants('study_source', 'study_link', 'study_metadata', 'study_subject', 'study_row');
