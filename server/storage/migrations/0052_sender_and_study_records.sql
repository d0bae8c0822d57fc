-- Senders and studies become records of case info, as products did (0051). Their keys stay what cases, users and
-- sessions refer to.

-- the stored form of a text
create or replace function pg_temp.stored(value text) returns jsonb language sql as $$
  select jsonb_build_object('v', value, 'nf', null, 'n', null,
    'at', to_char(now() at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'by', '')
$$;

-- a record with a page without rows; empty values are left out
create or replace function pg_temp.add_record(sponsor int, of_kind text, key int, named text, deleted char(1), on_page text, given jsonb)
returns void language sql as $$
  insert into record (sponsor_key, kind, record_key, name, columns, search, del_flag, saved_pages)
    select sponsor, of_kind, key, named, coalesce(jsonb_object_agg(item, jsonb_build_array(value)), '{}'),
      lower(concat_ws(E'\n', named, string_agg(value, E'\n' order by item))), deleted, array[on_page]
    from jsonb_each_text(given) v (item, value) where value <> '';
  insert into record_page (sponsor_key, kind, record_key, page, items)
    select sponsor, of_kind, key, on_page, coalesce(jsonb_object_agg(item || '|0|0|0', pg_temp.stored(value)), '{}')
    from jsonb_each_text(given) v (item, value) where value <> ''
$$;

alter table sender no force row level security;
alter table study no force row level security;
alter table record no force row level security;
alter table record_page no force row level security;
alter table sponsor_seq no force row level security;

select count(pg_temp.add_record(sponsor_key, 'sender', sender_key, organisation, del_flag, 'SN',
  jsonb_build_object('SND_ORGAN', organisation, 'SND_TYPE', sender_type, 'SND_COUNTRY', country))) from sender;
select count(pg_temp.add_record(sponsor_key, 'study', study_key, study_no, del_flag, 'ST',
  jsonb_build_object('STD_SPN_NO', study_no, 'STD_NAME', name, 'STD_TYPE', study_type))) from study;
insert into sponsor_seq (sponsor_key, seq_name, period, last_no)
  select sponsor_key, 'record/sender', '', max(sender_key) from sender group by sponsor_key
  union all select sponsor_key, 'record/study', '', max(study_key) from study group by sponsor_key;

alter table record force row level security;
alter table record_page force row level security;
alter table sponsor_seq force row level security;

alter table user_sender
  drop constraint user_sender_sponsor_key_sender_key_fkey,
  add column kind text not null generated always as ('sender') stored,
  add foreign key (sponsor_key, kind, sender_key) references record;
alter table user_study
  drop constraint user_study_sponsor_key_study_key_fkey,
  add column kind text not null generated always as ('study') stored,
  add foreign key (sponsor_key, kind, study_key) references record;
alter table edc_sync
  drop constraint edc_sync_sponsor_key_study_key_fkey,
  add column study_kind text not null generated always as ('study') stored,
  add foreign key (sponsor_key, study_kind, study_key) references record;
-- not generated: the default of a new column does not rewrite the table, and a version is copied with all its columns
alter table pv_case
  drop constraint pv_case_sponsor_key_sender_key_fkey,
  add column sender_kind text not null default 'sender' check (sender_kind = 'sender'),
  add foreign key (sponsor_key, sender_kind, sender_key) references record;

-- what statements join; del_flag: it cannot be chosen
drop table sender;
create view sender with (security_invoker = true) as
  select sponsor_key, record_key as sender_key, name as organisation,
    columns -> 'SND_TYPE' ->> 0 as sender_type, columns -> 'SND_COUNTRY' ->> 0 as country,
    case when del_flag = 'N' and state = 'active' then 'N' else 'Y' end as del_flag
  from record where kind = 'sender';
drop table study;
create view study with (security_invoker = true) as
  select sponsor_key, record_key as study_key, name as study_no,
    coalesce(columns -> 'STD_NAME' ->> 0, '') as name, columns -> 'STD_TYPE' ->> 0 as study_type,
    case when del_flag = 'N' and state = 'active' then 'N' else 'Y' end as del_flag
  from record where kind = 'study';
grant select on sender, study to casewright_app;
