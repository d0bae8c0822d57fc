-- The audit trail: append only. Refused to the application role by its grants, to the owner by triggers;
-- what a superuser could still do shows in the hash chain.

create table audit_save (
  sponsor_key int not null,
  -- 'case' and the key of the case's first version, later also other records
  scope text not null,
  scope_key bigint not null,
  save_no int not null,
  case_key bigint not null,
  at timestamptz(3) not null,
  user_key int,
  user_id text not null,
  user_name text not null,
  page text not null,
  reason text not null,
  source text not null,
  request_id text not null,
  catalogue_version text not null,
  entry_count int not null,
  prev_hash text not null,
  hash text not null,
  primary key (sponsor_key, scope, scope_key, save_no)
);

create table audit_entry (
  sponsor_key int not null,
  scope text not null,
  scope_key bigint not null,
  save_no int not null,
  entry_no int not null,
  page text not null,
  -- an item, the group of a changed row, or '' for the case itself
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  action text not null,
  old_value text,
  old_null_flavor text,
  old_notation text,
  old_properties jsonb,
  value text,
  null_flavor text,
  notation text,
  properties jsonb,
  primary key (sponsor_key, scope, scope_key, save_no, entry_no)
);
create index audit_entry_item on audit_entry (sponsor_key, scope, scope_key, item_id);

-- labels as they read when a change was made: one row a version of the schema sources
create table catalogue_version (
  version text primary key,
  at timestamptz(3) not null,
  labels jsonb not null
);

create function refuse_audit_change() returns trigger
  language plpgsql
  as $$ begin raise exception 'the audit trail is append only: % on % is refused', tg_op, tg_table_name; end $$;

create trigger audit_save_append_only before update or delete on audit_save
  for each row execute function refuse_audit_change();
create trigger audit_save_keep before truncate on audit_save
  for each statement execute function refuse_audit_change();
create trigger audit_entry_append_only before update or delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_keep before truncate on audit_entry
  for each statement execute function refuse_audit_change();
