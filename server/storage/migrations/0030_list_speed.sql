-- The list of cases, counted and ordered without looking at the cases themselves.

-- made anew below
drop index pv_case_product;
drop index pv_case_term;
drop index pv_case_patient;
drop index pv_case_codes;

-- texts as searches compare them (each in its place of the search text): one index finds in them and orders by them
alter table pv_case
  add column patient_folded text generated always as (nullif(split_part(search, U&'\001F', 4), '')) stored,
  add column product_folded text generated always as (nullif(split_part(search, U&'\001F', 5), '')) stored,
  add column term_folded text generated always as (nullif(split_part(search, U&'\001F', 6), '')) stored,
  -- receivers that are owed a report, each between commas; '': none
  add column owed text not null default '';

update pv_case c set owed = ',' || o.receivers || ','
from (
  select sponsor_key, case_key, string_agg(receiver, ',' order by receiver) as receivers
  from case_obligation where met is null group by sponsor_key, case_key
) o
where o.sponsor_key = c.sponsor_key and o.case_key = c.case_key and c.latest;

create index pv_case_product on pv_case (sponsor_key, product_folded, case_key) where latest and del_flag = 'N';
create index pv_case_term on pv_case (sponsor_key, term_folded, case_key) where latest and del_flag = 'N';
create index pv_case_patient on pv_case (sponsor_key, patient_folded, case_key) where latest and del_flag = 'N';
-- Codes alone: cases that have the same ones share an entry, so that a million stand in a few hundred pages. The key of the
-- case is left out, because it would make each entry another.
create index pv_case_codes on pv_case (sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification,
  workflow_status, sender_key, owed) where latest and del_flag = 'N';
-- codes and dates at once; what has a fixed width comes first, because it is found without reading what stands before it
create index pv_case_facts on pv_case (sponsor_key, case_key) include (serious, reviewed, locked, sender_key, updated_at,
  report_type, country, sex, nullification, workflow_status, owed, first_received, most_recent, due_date)
  where latest and del_flag = 'N';

-- Is it the value of a case that lists show: the newest version, not deleted? Such values are counted without their cases.
alter table case_item_value add column listed boolean not null default false;
update case_item_value v set listed = true
from pv_case c
where c.sponsor_key = v.sponsor_key and c.case_key = v.case_key and c.latest and c.del_flag = 'N';
alter table case_item_value alter column listed drop default;
drop index case_item_value_short;
create index case_item_value_short on case_item_value (sponsor_key, item_id, short, case_key) include (listed);

create function note_listed() returns trigger language plpgsql as $$
  begin
    update case_item_value set listed = new.latest and new.del_flag = 'N'
    where sponsor_key = new.sponsor_key and case_key = new.case_key;
    return null;
  end $$;
create trigger pv_case_listed after update of latest, del_flag on pv_case
  for each row when ((old.latest, old.del_flag) is distinct from (new.latest, new.del_flag))
  execute function note_listed();
grant update (listed) on case_item_value to casewright_app;
