-- What figures of versions count by is stored with each version (docs/decisions/0312).
alter table pv_case
  -- CCYYMMDD in the sponsor's time zone: day of the information that the version holds, otherwise that of its registration
  add column received_day text,
  add column registered_day text,
  -- percent; null: there is nothing to assess
  add column completeness real;

-- the backfill derives newest versions only
update pv_case c set registered_day = to_char(c.created_at at time zone s.time_zone, 'YYYYMMDD')
from sponsor s where s.sponsor_key = c.sponsor_key;
update pv_case set received_day =
  case when coalesce(most_recent, first_received) ~ '^[1-9][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])'
    then left(coalesce(most_recent, first_received), 8) else registered_day end;

alter table case_column_value no force row level security;
update pv_case c set completeness = v.value::real
from case_column_value v
where v.sponsor_key = c.sponsor_key and v.case_key = c.case_key and v.column_id = 'completeness';
delete from case_column_value where column_id = 'completeness';
alter table case_column_value force row level security;

create index pv_case_received on pv_case (sponsor_key, received_day collate "C")
  include (registered_day, serious, completeness, version_no, nullification, reviewed, locked, status_at)
  where del_flag = 'N';
create index pv_case_open on pv_case (sponsor_key, workflow_status)
  include (case_key, received_day, workflow_role_id, workflow_user_key, workflow_at, created_at, due_date)
  where latest and del_flag = 'N' and not reviewed and not locked;
