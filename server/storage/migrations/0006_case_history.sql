-- The end of each chain of the audit trail: who continues it locks it, and a chain that was cut short shows.

create table audit_head (
  sponsor_key int not null,
  scope text not null,
  scope_key bigint not null,
  save_no int not null,
  hash text not null,
  primary key (sponsor_key, scope, scope_key)
) with (fillfactor = 70);

-- what the sender calls the case, searched beside the case number
alter table pv_case add column sender_case_id text;
-- the group whose row a document is; null for a page that is one form
alter table case_page_row add column row_group text;
-- who last struck, restored or moved the row
alter table case_page_row add column row_by text not null default '';

grant select, insert, update on audit_head to casewright_app;
alter table audit_head enable row level security;
alter table audit_head force row level security;
create policy tenant on audit_head using (sponsor_key = (select current_setting('app.sponsor')::int));
