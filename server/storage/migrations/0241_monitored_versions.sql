-- Figures of finished versions, of what a user owns and of snapshots read an index only (docs/decisions/0336).
create index pv_case_finished on pv_case (sponsor_key, (case when reviewed or locked then status_at end))
  include (reviewed, locked, status_at, received_day)
  where del_flag = 'N' and (reviewed or locked);
drop index pv_case_received;
create index pv_case_received on pv_case (sponsor_key, received_day collate "C")
  include (registered_day, serious, completeness, version_no, nullification, reviewed, locked, status_at, latest)
  where del_flag = 'N';
create index pv_case_owner on pv_case (sponsor_key, workflow_user_key) where workflow_user_key is not null;
create index open_work_counted on open_work (sponsor_key, day collate "C", receiver, due);
