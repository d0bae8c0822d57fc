-- Personal values that were synchronised into a case become pseudonyms with those of the case (docs/decisions/0436). The
-- application may only add to sync_value: this is the only way in which it changes what is there.
create function pseudonymise_synchronised(root_key bigint, personal text[]) returns void
  language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  tenant int := current_setting('app.sponsor')::int;
begin
  update sync_value v set
    value = null,
    null_flavor = case when v.value is null then v.null_flavor else 'MSK' end,
    parts = (
      select coalesce(jsonb_agg(jsonb_set(p.part, '{sourceText}', 'null') order by p.no), '[]')
      from jsonb_array_elements(v.parts) with ordinality p(part, no)
    )
  where v.sponsor_key = tenant and v.root_case_key = root_key and v.item_id = any(personal);
  delete from sync_difference d
  where d.sponsor_key = tenant and d.root_case_key = root_key and d.item_id = any(personal);
  update sync_event e set problem = jsonb_set(e.problem, '{sourceText}', 'null')
  where e.sponsor_key = tenant and e.root_case_key = root_key and e.problem -> 'rule' ->> 'itemId' = any(personal);
end $$;
revoke all on function pseudonymise_synchronised from public;
grant execute on function pseudonymise_synchronised to casewright_app;
