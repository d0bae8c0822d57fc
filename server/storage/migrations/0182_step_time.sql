-- How long a case normally stays in a step, and at most, with who gets the alarm (docs/decisions/0278).
alter table workflow_step
  add column normal_hours integer,
  add column maximum_hours integer,
  add column alarm_owner boolean not null default true,
  add column alarm_role_ids integer[] not null default '{}';

create index pv_case_in_step on pv_case (sponsor_key, workflow_status, workflow_at) where latest;
