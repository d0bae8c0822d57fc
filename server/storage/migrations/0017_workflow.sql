-- The steps a case takes through a sponsor's workflow, and the way each case took.

create table workflow_step (
  sponsor_key int not null references sponsor,
  -- what pv_case.workflow_status holds
  workflow_key text not null,
  sort int not null,
  -- by language; en is always there
  name jsonb not null,
  description text not null default '',
  -- days a case may stay in the step; null: as long as it takes
  due_days int check (due_days between 0 and 999),
  -- may a case be edited in this step?
  editable boolean not null default true,
  -- where every case begins; one step of a sponsor
  is_saved boolean not null default false,
  -- leaving the step forwards is an approval: signed with meaning and password
  approval boolean not null default false,
  -- who brought the case here may not be the one who leads it on
  four_eyes boolean not null default false,
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  primary key (sponsor_key, workflow_key)
);
create unique index workflow_step_saved on workflow_step (sponsor_key) where is_saved and del_flag = 'N';

-- roles that may own a case in the step
create table workflow_step_role (
  sponsor_key int not null,
  workflow_key text not null,
  role_id int not null,
  primary key (sponsor_key, workflow_key, role_id),
  foreign key (sponsor_key, workflow_key) references workflow_step,
  foreign key (sponsor_key, role_id) references role
);

-- which step may follow which
create table workflow_route (
  sponsor_key int not null,
  from_key text not null,
  to_key text not null,
  primary key (sponsor_key, from_key, to_key),
  foreign key (sponsor_key, from_key) references workflow_step,
  foreign key (sponsor_key, to_key) references workflow_step
);

-- who owns the case now: a role, and of it a user or nobody yet
alter table pv_case
  add column workflow_role_id int,
  add column workflow_user_key int,
  add column workflow_at timestamptz(3),
  add column workflow_due_at timestamptz(3);

-- one row a routing; names as they were then
create table case_workflow (
  sponsor_key int not null,
  case_key bigint not null,
  step_no int not null,
  from_status text not null,
  to_status text not null,
  role_id int,
  role_name text,
  user_key int,
  user_name text,
  comments text not null default '',
  -- date of the most recent information when it was routed
  most_recent text,
  due_at timestamptz(3),
  -- days the step before took longer than it might; null: it had no limit
  delay_days int,
  at timestamptz(3) not null,
  by_user_key int,
  by_name text not null,
  -- led on by somebody the rules would have refused, and why
  override_reason text,
  primary key (sponsor_key, case_key, step_no),
  foreign key (sponsor_key, case_key) references pv_case
);

grant select, insert, update on workflow_step to casewright_app;
grant select, insert, delete on workflow_step_role, workflow_route to casewright_app;
grant select, insert on case_workflow to casewright_app;

do $$
declare
  tenant_table text;
begin
  foreach tenant_table in array array['workflow_step', 'workflow_step_role', 'workflow_route', 'case_workflow']
  loop
    execute format('alter table %I enable row level security', tenant_table);
    execute format('alter table %I force row level security', tenant_table);
    execute format(
      'create policy tenant on %I using (sponsor_key = (select current_setting(''app.sponsor'')::int))', tenant_table);
  end loop;
end $$;
