-- Readings of sources of clinical data: when, by whom, what came of them; and the studies that a source has.

alter table study_source
  -- from when on the demo source changes
  add column created_at timestamptz(3) not null default now(),
  -- hours from one reading to the next; null: only on demand
  add column every_hours int check (every_hours > 0),
  -- readings in a row that failed; administrators are told of the third
  add column failures int not null default 0,
  -- sha-256 of the token that snapshots are sent with; null: none are taken
  add column push_hash bytea,
  -- of the newest change of the settings
  add column set_at timestamptz(3) not null default now(),
  add column set_by text not null default '';
create unique index study_source_push on study_source (push_hash);

-- The studies of a source, as it last showed them.
create table source_study (
  sponsor_key int not null,
  source_key int not null,
  study_oid text not null,
  protocol text not null default '',
  -- when data was last read; null: it is only known to be there
  read_at timestamptz(3),
  -- the state that the source showed, where it says so
  as_of timestamptz(3),
  -- by the newest reading: subjects, and rows of adverse events
  subjects int not null default 0,
  events_new int not null default 0,
  events_changed int not null default 0,
  events_removed int not null default 0,
  primary key (sponsor_key, source_key, study_oid),
  foreign key (sponsor_key, source_key) references study_source
);

create table study_reading (
  sponsor_key int not null,
  reading_key int generated always as identity,
  source_key int not null,
  cause text not null check (cause in ('user', 'schedule', 'file', 'push')),
  state text not null default 'waiting'
    check (state in ('waiting', 'running', 'done', 'failed', 'cancelled')),
  -- the job that does it
  job_key bigint,
  -- printed name; '': the product
  started_by text not null default '',
  created_at timestamptz(3) not null,
  ended_at timestamptz(3),
  file_name text,
  -- what was brought, sealed; null: it is read, or is fetched from the source
  content bytea,
  studies int not null default 0,
  rows_new int not null default 0,
  rows_changed int not null default 0,
  rows_removed int not null default 0,
  -- why it failed, in the words of shared/study-data/sourceKinds
  fault text,
  -- in English, for who maintains the source
  detail text,
  -- of the file
  line int,
  primary key (sponsor_key, reading_key),
  foreign key (sponsor_key, source_key) references study_source
);
create index study_reading_source on study_reading (sponsor_key, source_key, reading_key desc);

grant select, insert, update, delete on source_study, study_reading to casewright_app;
call close_to_other_tenants('source_study', 'study_reading');

-- Of all sponsors, for the system administration: no data of subjects. It reads as the owner of the tables.
create view system_study_link as
  select l.sponsor_key, l.study_key, l.source_key, l.study_oid, l.protocol, l.linked_at,
    s.name as source_name, s.kind as source_kind, s.disabled, s.last_error, s.every_hours,
    r.name as study_no, coalesce(r.columns -> 'STD_NAME' ->> 0, '') as study_name,
    o.read_at, coalesce(o.subjects, 0) as subjects
  from study_link l
  join study_source s on s.sponsor_key = l.sponsor_key and s.source_key = l.source_key
  join record r on r.sponsor_key = l.sponsor_key and r.kind = 'study' and r.record_key = l.study_key
  left join source_study o on o.sponsor_key = l.sponsor_key and o.source_key = l.source_key
    and o.study_oid = l.study_oid;
grant select on system_study_link to casewright_app;

-- Who a token belongs to is known before the sponsor is: only its hash finds it.
create function source_of_token(hash bytea) returns table (sponsor_key int, source_key int)
  language sql stable security definer set search_path = pg_catalog, public as $$
  select s.sponsor_key, s.source_key from study_source s where s.push_hash = hash and not s.disabled
$$;
revoke all on function source_of_token(bytea) from public;
grant execute on function source_of_token(bytea) to casewright_app;
