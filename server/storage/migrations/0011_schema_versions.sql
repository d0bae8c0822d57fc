-- The schema files: what sponsors published and draft, and every text a catalogue was ever compiled from.

-- the newest published version; 0: the product's files. It stands here since every request reads the sponsor's row.
alter table sponsor add column schema_version int not null default 0;

-- the audit trail of other things than cases: no version of a case belongs to it
alter table audit_save alter column case_key drop not null;

-- sponsor_key 0 in the first three tables: the product's files, which everybody reads

-- source texts by SHA-256
create table schema_text (
  sponsor_key int not null,
  hash text not null,
  text text not null,
  primary key (sponsor_key, hash)
);

-- the files of each catalogue version that cases and audit entries are marked with: hash of the text by file
create table schema_snapshot (
  sponsor_key int not null,
  catalogue_version text not null,
  at timestamptz(3) not null,
  files jsonb not null,
  primary key (sponsor_key, catalogue_version)
);

-- which catalogue came into use when, by a start of the product or by a publication: the last one is the last good one
create table schema_use (
  sponsor_key int not null,
  use_no int not null,
  version_no int not null,
  catalogue_version text not null,
  at timestamptz(3) not null,
  primary key (sponsor_key, use_no),
  foreign key (sponsor_key, catalogue_version) references schema_snapshot
);

create table schema_version (
  sponsor_key int not null references sponsor,
  version_no int not null,
  at timestamptz(3) not null,
  user_key int not null,
  user_id text not null,
  user_name text not null,
  reason text not null,
  rolled_back_to int,
  catalogue_version text not null,
  -- what differs from the product's files: hash of the text by file, null for a file taken out
  changes jsonb not null,
  primary key (sponsor_key, version_no)
);

create table schema_draft (
  sponsor_key int not null references sponsor,
  file text not null,
  text text,
  at timestamptz(3) not null,
  user_key int not null,
  user_id text not null,
  user_name text not null,
  primary key (sponsor_key, file)
);

create function refuse_schema_change() returns trigger
  language plpgsql
  as $$ begin raise exception 'what was published stays: % on % is refused', tg_op, tg_table_name; end $$;

do $$
declare
  kept text;
begin
  foreach kept in array array['schema_text', 'schema_snapshot', 'schema_use', 'schema_version']
  loop
    execute format('create trigger %1$s_append_only before update or delete on %1$I
      for each row execute function refuse_schema_change()', kept);
    execute format('create trigger %1$s_keep before truncate on %1$I
      for each statement execute function refuse_schema_change()', kept);
    execute format('grant select, insert on %I to casewright_app', kept);
    execute format('alter table %I enable row level security', kept);
    execute format('alter table %I force row level security', kept);
  end loop;
  foreach kept in array array['schema_text', 'schema_snapshot', 'schema_use']
  loop
    execute format('create policy tenant on %I
      using (sponsor_key in (0, (select current_setting(''app.sponsor'')::int)))
      with check (sponsor_key = (select current_setting(''app.sponsor'')::int))', kept);
  end loop;
end $$;
create policy tenant on schema_version using (sponsor_key = (select current_setting('app.sponsor')::int));

grant select, insert, update, delete on schema_draft to casewright_app;
alter table schema_draft enable row level security;
alter table schema_draft force row level security;
create policy tenant on schema_draft using (sponsor_key = (select current_setting('app.sponsor')::int));
