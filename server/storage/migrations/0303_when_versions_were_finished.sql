-- When a version was finished, that is, reviewed or locked (docs/decisions/0473). The values are computed while the table is
-- written anew, as those of 0226_received_day.sql.
create function finished_since(
  of_sponsor int, of_root bigint, of_case bigint, is_reviewed boolean, is_locked boolean, otherwise timestamptz
) returns timestamptz language sql stable
  as $$
    select case when is_reviewed or is_locked then coalesce(
      (select min(f.since) from (
        select max(s.at) as since
        from audit_save s join audit_entry e using (sponsor_key, scope, scope_key, save_no)
        where s.sponsor_key = of_sponsor and s.scope = 'case' and s.scope_key = of_root and s.case_key = of_case
          and e.action = 'status' and e.value = 'Y'
          and (e.item_id = 'REVIEW' and is_reviewed or e.item_id = 'LOCK' and is_locked)
        group by e.item_id
      ) f), otherwise) end
  $$;

-- null: neither reviewed nor locked
alter table pv_case add column finished_at timestamptz(3);

alter table audit_save no force row level security;
alter table audit_entry no force row level security;
alter table pv_case alter column finished_at type timestamptz(3)
  using finished_since(sponsor_key, root_case_key, case_key, reviewed, locked, status_at);
alter table audit_save force row level security;
alter table audit_entry force row level security;
drop function finished_since(int, bigint, bigint, boolean, boolean, timestamptz);

drop index pv_case_finished;
create index pv_case_finished on pv_case (sponsor_key, finished_at)
  include (reviewed, locked, received_day)
  where del_flag = 'N' and (reviewed or locked);
drop index pv_case_received;
create index pv_case_received on pv_case (sponsor_key, received_day collate "C")
  include (registered_day, serious, completeness, version_no, nullification, reviewed, locked, finished_at, latest)
  where del_flag = 'N';
