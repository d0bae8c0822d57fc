-- Cases: one row a version, one document a page row, typed summary columns for lists.

-- two-character pieces of a folded text: finds short and CJK words without an extension
create function bigrams(folded text) returns text[]
  language sql immutable parallel safe
  as $$ select coalesce(array_agg(distinct substr(folded, i, 2)), '{}') from generate_series(1, length(folded) - 1) i $$;

create table pv_case (
  sponsor_key int not null references sponsor,
  case_key bigint not null,
  case_no text not null,
  version_no int not null,
  -- the first version; equal for all versions of a case
  root_case_key bigint not null,
  -- lists show the newest version only
  latest boolean not null default true,
  version_reason text,
  -- hash of the schema sources the version was made with
  catalogue_version text not null,
  sender_key int not null,
  workflow_status text not null default 'SAVED',
  locked boolean not null default false,
  reviewed boolean not null default false,
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  status_at timestamptz(3) not null,
  -- pages saved at least once: only their later changes need a reason
  saved_pages text[] not null default '{}',
  -- time of the last change of anything in the case; strictly increasing
  retrieved_at timestamptz(3) not null,
  worldwide_id text,
  report_type text,
  patient_name text,
  age text,
  sex text,
  product_name text,
  ae_term text,
  ae_start_date text,
  country text,
  serious boolean not null default false,
  first_received text,
  most_recent text,
  -- number, patient, product, term and worldwide id, folded
  search text not null default '',
  created_at timestamptz(3) not null,
  created_by text not null,
  updated_at timestamptz(3) not null,
  updated_by text not null,
  primary key (sponsor_key, case_key),
  unique (sponsor_key, case_no, version_no),
  foreign key (sponsor_key, sender_key) references sender
) with (fillfactor = 80);
create index pv_case_newest on pv_case (sponsor_key, del_flag, updated_at desc, case_key desc) where latest;
create index pv_case_sender on pv_case (sponsor_key, sender_key, del_flag) where latest;
create index pv_case_versions on pv_case (sponsor_key, root_case_key, version_no);
create index pv_case_worldwide on pv_case (sponsor_key, worldwide_id);
create index pv_case_search on pv_case using gin (bigrams(search)) where latest;

-- items: by address key {v, nf, n, p, at, by}; rows: by row key {id, sort, del, at} of the groups inside the page row
create table case_page_row (
  sponsor_key int not null,
  case_key bigint not null,
  page text not null,
  -- 0 for a page that is one form, else the row's number
  row_no int not null,
  row_id uuid,
  sort double precision not null default 0,
  deleted boolean not null default false,
  row_at timestamptz(3) not null,
  items jsonb not null default '{}',
  rows jsonb not null default '{}',
  primary key (sponsor_key, case_key, page, row_no),
  foreign key (sponsor_key, case_key) references pv_case
) with (fillfactor = 80);

-- what an imported file held that no item takes; written back on export
create table case_residue (
  sponsor_key int not null,
  case_key bigint not null,
  residue jsonb not null,
  primary key (sponsor_key, case_key),
  foreign key (sponsor_key, case_key) references pv_case
);

create table distribution (
  sponsor_key int not null,
  distribution_key bigint generated always as identity,
  case_key bigint not null,
  at timestamptz(3) not null,
  user_id text not null,
  report_id text not null,
  receiver text,
  primary key (sponsor_key, distribution_key),
  foreign key (sponsor_key, case_key) references pv_case
);
create index distribution_case on distribution (sponsor_key, case_key, at desc);

create table data_history (
  sponsor_key int not null references sponsor,
  data_key bigint not null,
  kind text not null check (kind in ('import')),
  file_name text not null,
  file_key text not null,
  at timestamptz(3) not null,
  user_id text not null,
  result jsonb not null,
  primary key (sponsor_key, data_key)
);

-- bytes lie in the file store under their hash; here is who brought them and what they are
create table stored_file (
  sponsor_key int not null references sponsor,
  file_key text not null,
  file_name text not null,
  media_type text not null,
  size bigint not null,
  at timestamptz(3) not null,
  user_id text not null,
  primary key (sponsor_key, file_key)
);
