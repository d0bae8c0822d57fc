-- Hashes without a key tell a personal value to who tries dates and initials until one fits (docs/decisions/0594). That of
-- what an event was mapped to is read by nobody. The one by which a decision names a value that differed goes with the
-- values of its case.
alter table sync_event drop column hash;

create or replace function pseudonymise_synchronised(root_key bigint, personal text[]) returns void
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
  -- v:CASE:ITEM|ROWS:HASH
  update sync_decision k set subject = regexp_replace(k.subject, ':[^:]*$', ':')
  where k.sponsor_key = tenant and split_part(k.subject, ':', 1) = 'v' and split_part(k.subject, ':', 2) = root_key::text
    and split_part(split_part(k.subject, ':', 3), '|', 1) = any(personal);
end $$;

-- cases that were pseudonymised before: what was synchronised into them says which items are personal
alter table sync_decision no force row level security;
alter table sync_value no force row level security;
update sync_decision k set subject = regexp_replace(k.subject, ':[^:]*$', ':')
from sync_value v
where v.sponsor_key = k.sponsor_key and v.null_flavor = 'MSK'
  and split_part(k.subject, ':', 1) = 'v' and split_part(k.subject, ':', 2) = v.root_case_key::text
  and split_part(k.subject, ':', 3) = v.address;
alter table sync_value force row level security;
alter table sync_decision force row level security;
