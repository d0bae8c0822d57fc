-- Electronic signatures (21 CFR 11.50, 11.70), append only like the audit trail, and what a version is called.

-- what the report says of itself: 1 nullification, 2 amendment; a summary column like the others
alter table pv_case add column nullification text;

create table signature (
  sponsor_key int not null,
  signature_key bigint generated always as identity,
  case_key bigint not null,
  -- the entry of the audit trail that the signature belongs to
  scope text not null,
  scope_key bigint not null,
  save_no int not null,
  status_id text not null,
  meaning text not null,
  user_key int not null,
  user_id text not null,
  user_name text not null,
  at timestamptz(3) not null,
  -- what was signed: the version as it stood after this save of its chain
  signed_save_no int not null,
  signed_hash text not null,
  primary key (sponsor_key, signature_key),
  unique (sponsor_key, scope, scope_key, save_no),
  foreign key (sponsor_key, case_key) references pv_case
);
create index signature_case on signature (sponsor_key, case_key);

create trigger signature_append_only before update or delete on signature
  for each row execute function refuse_audit_change();
create trigger signature_keep before truncate on signature
  for each statement execute function refuse_audit_change();

grant select, insert on signature to casewright_app;
alter table signature enable row level security;
alter table signature force row level security;
create policy tenant on signature using (sponsor_key = (select current_setting('app.sponsor')::int));
