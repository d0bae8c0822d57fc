-- The names of workflow steps for the lists of system administrators, a view as those of 0093 (docs/decisions/0140).

create view system_workflow_step as
  select sponsor_key, workflow_key, name from workflow_step;

grant select on system_workflow_step to casewright_app;
