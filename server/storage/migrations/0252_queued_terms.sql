-- Terms say themselves whether lists have them, who agreed with their code, and what else they are queued by, so that the
-- coding queue counts them of one index (docs/decisions/0353).
alter table case_coding
  -- of the newest version of a case that is not deleted
  add column listed boolean not null default false,
  -- identifies equal texts: a text may be longer than an entry of an index
  add column text_hash uuid generated always as (md5(text_key)::uuid) stored,
  -- of the code, which may be longer, too
  add column short_code text collate "C" generated always as (left(code, 250)) stored,
  -- items of the same row with a code, where the term has none
  add column coded_beside text[] not null default '{}',
  -- 0 to 99, the same in all versions of the case: samples of more than so many percent have the term
  add column sample smallint not null default 0,
  -- the newest review of the code as it is
  add column reviewed_at timestamptz(3),
  add column reviewed_by text,
  -- when a second coder coded the term, whose code is the same since
  add column second_at timestamptz(3);

alter table case_coding no force row level security;
alter table coding_review no force row level security;
alter table second_coding no force row level security;
update case_coding w set
  listed = c.latest and c.del_flag = 'N',
  coded_beside = case when w.code is not null then '{}' else array(
    select o.item_id from case_coding o
    where o.sponsor_key = w.sponsor_key and o.case_key = w.case_key and o.page = w.page and o.row_no = w.row_no
      and o.row_no2 = w.row_no2 and o.row_no3 = w.row_no3 and o.code is not null) end,
  sample = ('x' || substr(md5(concat_ws('|', c.root_case_key, w.item_id, w.row_no, w.row_no2, w.row_no3)), 1, 8)
    )::bit(32)::bigint % 100,
  (reviewed_at, reviewed_by) = (
    select r.at, r.user_name from coding_review r
    where r.sponsor_key = c.sponsor_key and r.root_case_key = c.root_case_key and r.item_id = w.item_id
      and r.row_no = w.row_no and r.row_no2 = w.row_no2 and r.row_no3 = w.row_no3
      and r.code = w.code and r.version = coalesce(w.version, '') and r.at >= w.coded_at
    order by r.at desc limit 1),
  second_at = (
    select max(s.second_at) from second_coding s
    where s.sponsor_key = c.sponsor_key and s.root_case_key = c.root_case_key and s.item_id = w.item_id
      and s.row_no = w.row_no and s.row_no2 = w.row_no2 and s.row_no3 = w.row_no3
      and s.first_code = w.code and s.version = coalesce(w.version, '') and s.second_at >= w.coded_at)
from pv_case c
where c.sponsor_key = w.sponsor_key and c.case_key = w.case_key;
alter table case_coding force row level security;
alter table coding_review force row level security;
alter table second_coding force row level security;

alter table case_coding alter column listed drop default, alter column sample drop default;

drop index case_coding_text;
create index case_coding_queued on case_coding (sponsor_key, text_hash, item_id, case_key)
  include (short_code, coded_by, reviewed_at, second_at, sample, blinded, coded_beside)
  where listed and text_hash is not null;

create or replace function note_listed() returns trigger language plpgsql as $$
  begin
    update case_item_value set listed = new.latest and new.del_flag = 'N'
    where sponsor_key = new.sponsor_key and case_key = new.case_key;
    update case_coding set listed = new.latest and new.del_flag = 'N'
    where sponsor_key = new.sponsor_key and case_key = new.case_key;
    return null;
  end $$;
grant update (listed, reviewed_at, reviewed_by, second_at) on case_coding to casewright_app;
