-- Figures of versions leave out those of deleted cases, by the key of the version (docs/decisions/0758): the indexes have it.
drop index pv_case_finished;
create index pv_case_finished on pv_case (sponsor_key, finished_at)
  include (case_key, reviewed, locked, received_day)
  where del_flag = 'N' and (reviewed or locked);
drop index pv_case_received;
create index pv_case_received on pv_case (sponsor_key, received_day collate "C")
  include (case_key, registered_day, serious, completeness, version_no, nullification, reviewed, locked, finished_at, latest)
  where del_flag = 'N';
