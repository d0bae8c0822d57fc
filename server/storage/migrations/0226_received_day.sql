-- replaces 5fdc072feb527b2797bd6e795531bd4758c70f07e12df0e57cc960fa5e65aaf1
-- What figures of versions count by is stored with each version (docs/decisions/0312). The values are computed while the table
-- is written anew with its indexes, which takes a small part of the time of updates (docs/decisions/0352).
create function zone_of(of_sponsor int) returns text language sql stable
  as $$ select time_zone from sponsor where sponsor_key = of_sponsor $$;
create function completeness_of(of_sponsor int, of_case bigint) returns real language sql stable
  as $$
    select value::real from case_column_value
    where sponsor_key = of_sponsor and column_id = 'completeness' and case_key = of_case
  $$;

alter table pv_case
  -- CCYYMMDD in the sponsor's time zone: day of the information that the version holds, otherwise that of its registration
  add column received_day text,
  add column registered_day text,
  -- percent; null: there is nothing to assess
  add column completeness real;

alter table case_column_value no force row level security;
-- the backfill of projections derives newest versions only
alter table pv_case
  alter column registered_day type text using to_char(created_at at time zone zone_of(sponsor_key), 'YYYYMMDD'),
  alter column received_day type text using
    case when coalesce(most_recent, first_received) ~ '^[1-9][0-9]{3}(0[1-9]|1[0-2])(0[1-9]|[12][0-9]|3[01])'
      then left(coalesce(most_recent, first_received), 8)
      else to_char(created_at at time zone zone_of(sponsor_key), 'YYYYMMDD') end,
  alter column completeness type real using completeness_of(sponsor_key, case_key);
drop function zone_of(int);
drop function completeness_of(int, bigint);
delete from case_column_value where column_id = 'completeness';
alter table case_column_value force row level security;

create index pv_case_received on pv_case (sponsor_key, received_day collate "C")
  include (registered_day, serious, completeness, version_no, nullification, reviewed, locked, status_at)
  where del_flag = 'N';
create index pv_case_open on pv_case (sponsor_key, workflow_status)
  include (case_key, received_day, workflow_role_id, workflow_user_key, workflow_at, created_at, due_date)
  where latest and del_flag = 'N' and not reviewed and not locked;
