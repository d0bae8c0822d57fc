-- Whether the last move of a case led to an earlier step: its owner has to correct something. Written with each move, so
-- that the home page counts such cases without the history of all of them.
alter table pv_case add column workflow_returned boolean not null default false;

update pv_case c set workflow_returned = true
from workflow_step now, workflow_step before, (
  select distinct on (sponsor_key, case_key) sponsor_key, case_key, from_status
  from case_workflow where from_status is distinct from to_status
  order by sponsor_key, case_key, step_no desc
) move
where move.sponsor_key = c.sponsor_key and move.case_key = c.case_key
  and now.sponsor_key = c.sponsor_key and now.workflow_key = c.workflow_status
  and before.sponsor_key = c.sponsor_key and before.workflow_key = move.from_status
  and now.sort < before.sort;
