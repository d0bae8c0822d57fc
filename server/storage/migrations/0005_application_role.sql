-- What the application may do, and the second wall between tenants.

do $$ begin
  if not exists (select 1 from pg_roles where rolname = 'casewright_app') then
    create role casewright_app nologin;
  end if;
end $$;
do $$ begin execute format('grant casewright_app to %I', current_user); end $$;

grant usage on schema public to casewright_app;
grant select, insert, update, delete on all tables in schema public to casewright_app;
grant usage, select on all sequences in schema public to casewright_app;
revoke update, delete, truncate on audit_save, audit_entry, catalogue_version from casewright_app;
revoke all on schema_migration from casewright_app;

-- fails closed: without app.sponsor a statement ends in an error, also for the owner
do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['sponsor_seq', 'sender', 'product', 'study', 'pv_case', 'case_page_row',
    'case_residue', 'distribution', 'data_history', 'stored_file', 'audit_save', 'audit_entry']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (sponsor_key = (select current_setting(''app.sponsor'')::int))', tenant_table);
  end loop;
end $$;
