-- Personal values of cases past their retention period become pseudonyms (docs/decisions/0305). The audit trail stays append
-- only but for that: a value may become the null flavor MSK, and the save is sealed again with what it reads then.
alter table audit_save add column reseal text;

create function pseudonym_of(e audit_entry) returns audit_entry
  language plpgsql immutable set search_path = pg_catalog, public as $$
begin
  if e.old_value is not null or e.old_notation is not null then
    e.old_value := null; e.old_null_flavor := 'MSK'; e.old_notation := null; e.old_properties := null;
  end if;
  if e.value is not null or e.notation is not null then
    e.value := null; e.null_flavor := 'MSK'; e.notation := null; e.properties := null;
  end if;
  return e;
end $$;

drop trigger audit_entry_append_only on audit_entry;
create trigger audit_entry_append_only before delete on audit_entry
  for each row execute function refuse_audit_change();
create trigger audit_entry_pseudonyms_only before update on audit_entry
  for each row when (new is distinct from pseudonym_of(old)) execute function refuse_audit_change();

drop trigger audit_save_append_only on audit_save;
create trigger audit_save_append_only before delete on audit_save
  for each row execute function refuse_audit_change();
-- the id of the request goes with the values: it is what makes the hash of a save impossible to guess them by
create trigger audit_save_reseals_only before update on audit_save
  for each row when (
    new.reseal is null or new.request_id <> ''
    or to_jsonb(new) - 'reseal' - 'request_id' is distinct from to_jsonb(old) - 'reseal' - 'request_id'
  ) execute function refuse_audit_change();

-- The only way in which the application changes an audit trail. The seals are those of the saves, in their order.
create function pseudonymise_chain(chain_key bigint, personal text[], seals text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant int := current_setting('app.sponsor')::int;
begin
  update audit_entry e set (old_value, old_null_flavor, old_notation, old_properties, value, null_flavor, notation, properties) = (
      select p.old_value, p.old_null_flavor, p.old_notation, p.old_properties, p.value, p.null_flavor, p.notation, p.properties
      from pseudonym_of(e) p)
  where e.sponsor_key = tenant and e.scope = 'case' and e.scope_key = chain_key and e.item_id = any(personal)
    and (e.old_value is not null or e.old_notation is not null or e.value is not null or e.notation is not null);
  update audit_save s set reseal = seals[s.save_no], request_id = ''
  where s.sponsor_key = tenant and s.scope = 'case' and s.scope_key = chain_key;
end $$;
revoke all on function pseudonymise_chain from public;
grant execute on function pseudonymise_chain to casewright_app;

-- What was released, by whom and with what result.
create table pseudonymisation (
  sponsor_key int not null references sponsor,
  run_key int generated always as identity,
  -- of the first versions
  case_keys int[] not null,
  reason text not null,
  meaning text not null,
  started_at timestamptz(3) not null,
  user_key int not null,
  user_id text not null,
  user_name text not null,
  request_id text not null,
  state text not null default 'running' check (state in ('running', 'done', 'cancelled')),
  -- cases that were looked at, in their order
  done int not null default 0,
  -- those that were left as they are: number of the case and why
  refused jsonb not null default '[]',
  ended_at timestamptz(3),
  primary key (sponsor_key, run_key)
);
grant select, insert, update on pseudonymisation to casewright_app;
call close_to_other_tenants('pseudonymisation');
