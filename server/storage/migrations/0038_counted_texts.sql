-- Totals of the case list for filters by texts and due dates, and for users limited to products or studies, without
-- counting cases.

-- The owner passes the walls between tenants until the tables are filled.
alter table case_count no force row level security;
truncate case_count;
alter table case_count add column product_keys int[] not null, add column study_keys int[] not null;
insert into case_count (sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status,
  sender_key, owed, product_keys, study_keys, cases, added_up)
select sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status,
  sender_key, owed, product_keys, study_keys, count(*), true
from pv_case where latest and del_flag = 'N'
group by sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status,
  sender_key, owed, product_keys, study_keys;
alter table case_count force row level security;

create or replace function count_case() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.latest and old.del_flag = 'N' then
      insert into case_count (sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification,
        workflow_status, sender_key, owed, product_keys, study_keys, cases)
      values (old.sponsor_key, old.serious, old.reviewed, old.locked, old.country, old.report_type, old.sex,
        old.nullification, old.workflow_status, old.sender_key, old.owed, old.product_keys, old.study_keys, -1);
    end if;
    if tg_op <> 'DELETE' and new.latest and new.del_flag = 'N' then
      insert into case_count (sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification,
        workflow_status, sender_key, owed, product_keys, study_keys, cases)
      values (new.sponsor_key, new.serious, new.reviewed, new.locked, new.country, new.report_type, new.sex,
        new.nullification, new.workflow_status, new.sender_key, new.owed, new.product_keys, new.study_keys, 1);
    end if;
    return null;
  end $$;
drop trigger pv_case_recounted on pv_case;
create trigger pv_case_recounted after update on pv_case for each row
  when ((old.latest, old.del_flag, old.serious, old.reviewed, old.locked, old.country, old.report_type, old.sex,
      old.nullification, old.workflow_status, old.sender_key, old.owed, old.product_keys, old.study_keys)
    is distinct from (new.latest, new.del_flag, new.serious, new.reviewed, new.locked, new.country, new.report_type, new.sex,
      new.nullification, new.workflow_status, new.sender_key, new.owed, new.product_keys, new.study_keys))
  execute function count_case();

-- The distinct texts of the folded columns and the distinct due dates, each with the number of listed cases: a filter looks
-- for its text among some thousand texts instead of a million cases.
create table case_text_count (
  sponsor_key int not null,
  -- of pv_case
  column_name text not null,
  text text not null,
  -- more or, where it is negative, fewer
  cases int not null,
  -- as in case_count: saves add rows and never wait for each other; a job adds them up
  added_up boolean not null default false
);
insert into case_text_count
select sponsor_key, column_name, text, count(*), true
from pv_case cross join lateral (values ('patient_folded', patient_folded), ('product_folded', product_folded),
  ('term_folded', term_folded), ('due_date', due_date)) as texts (column_name, text)
where latest and del_flag = 'N' and text is not null
group by sponsor_key, column_name, text;
create index case_text_count_changes on case_text_count (sponsor_key) where not added_up;
create index case_text_count_text on case_text_count (sponsor_key, column_name, text) where added_up;
create index case_text_count_pairs on case_text_count using gin (bigrams(text)) where added_up;

create function count_case_texts() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.latest and old.del_flag = 'N' then
      insert into case_text_count (sponsor_key, column_name, text, cases)
      select old.sponsor_key, column_name, text, -1
      from (values ('patient_folded', old.patient_folded), ('product_folded', old.product_folded),
        ('term_folded', old.term_folded), ('due_date', old.due_date)) as texts (column_name, text)
      where text is not null;
    end if;
    if tg_op <> 'DELETE' and new.latest and new.del_flag = 'N' then
      insert into case_text_count (sponsor_key, column_name, text, cases)
      select new.sponsor_key, column_name, text, 1
      from (values ('patient_folded', new.patient_folded), ('product_folded', new.product_folded),
        ('term_folded', new.term_folded), ('due_date', new.due_date)) as texts (column_name, text)
      where text is not null;
    end if;
    return null;
  end $$;
create trigger pv_case_texts_counted after insert or delete on pv_case for each row execute function count_case_texts();
create trigger pv_case_texts_recounted after update on pv_case for each row
  when ((old.latest, old.del_flag, old.patient_folded, old.product_folded, old.term_folded, old.due_date)
    is distinct from (new.latest, new.del_flag, new.patient_folded, new.product_folded, new.term_folded,
      new.due_date))
  execute function count_case_texts();

grant select, insert, delete on case_text_count to casewright_app;
call close_to_other_tenants('case_text_count');

-- Row-level security keeps the index of pairs from being used, so the search runs as the owner; it looks at nothing but the
-- tenant of the transaction, and fails without one.
alter table case_text_count no force row level security;

create function find_case_texts(of_column text, pairs text[], word text) returns table (found text, cases bigint)
  language sql stable security definer rows 100
  set search_path = public
  as $$
    select text, sum(counted.cases)
    from (
      select text, cases from case_text_count
      where sponsor_key = current_setting('app.sponsor')::int and column_name = of_column and added_up
        and bigrams(text) @> pairs
      union all
      select text, cases from case_text_count
      where sponsor_key = current_setting('app.sponsor')::int and column_name = of_column and not added_up
    ) counted
    -- the index knows pairs of characters, not their order
    where strpos(text, word) > 0
    group by text having sum(counted.cases) > 0
  $$;
revoke all on function find_case_texts(text, text[], text) from public;
grant execute on function find_case_texts(text, text[], text) to casewright_app;
