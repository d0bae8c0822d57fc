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

-- looked at when the transaction ends: steps may be exchanged in it
create function limit_workflow_steps() returns trigger
  language plpgsql
  as $$
    begin
      if (select count(*) from workflow_step where sponsor_key = new.sponsor_key and del_flag = 'N') > 10 then
        raise exception 'Up to 10 workflow steps can be configured';
      end if;
      return null;
    end
  $$;
create constraint trigger workflow_step_limit after insert or update on workflow_step
  deferrable initially deferred for each row execute function limit_workflow_steps();

-- roles that may own a case in the step; none: every role that may edit cases
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
  -- null: the case began here. The same as to_status: somebody took the case, which stays where it is
  from_status text,
  to_status text not null,
  -- as they were called then
  from_name jsonb,
  to_name jsonb not null,
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
  -- who had saved content of the version last: where the step is checked by four eyes, neither he nor by_user_key leads on
  edited_by_user_key int,
  -- led on by somebody the rules would have refused, and why
  override_reason text,
  primary key (sponsor_key, case_key, step_no),
  foreign key (sponsor_key, case_key) references pv_case
);

-- The steps of a sponsor that has set up none: the usual ones, whoever edits cases may own them.
create function default_workflow(of_sponsor int) returns void
  language sql
  set search_path = public
  as $$
    insert into workflow_step (sponsor_key, workflow_key, sort, name, due_days, editable, is_saved, approval, four_eyes)
    values
      (of_sponsor, 'SAVED', 1, '{"en": "Saved", "ko": "저장됨", "ja": "保存済み", "zh": "已保存"}',
        2, true, true, false, false),
      (of_sponsor, 'REVIEW', 2, '{"en": "To be reviewed", "ko": "검토 대기", "ja": "レビュー待ち", "zh": "待审核"}',
        3, false, false, false, true),
      (of_sponsor, 'REVIEWED', 3, '{"en": "Internal review completed", "ko": "내부 검토 완료", "ja": "社内レビュー完了",
        "zh": "内部审核完成"}', 2, false, false, true, false),
      (of_sponsor, 'FINALIZED', 4, '{"en": "Finalized", "ko": "최종 확정", "ja": "最終確定", "zh": "已定稿"}',
        null, false, false, false, false);
    insert into workflow_route (sponsor_key, from_key, to_key)
    select of_sponsor, route[1], route[2]
    from (values (array['SAVED', 'REVIEW']), (array['REVIEW', 'REVIEWED']), (array['REVIEW', 'SAVED']),
      (array['REVIEWED', 'FINALIZED']), (array['REVIEWED', 'SAVED']), (array['FINALIZED', 'SAVED'])) as usual (route);
  $$;
revoke all on function default_workflow(int) from public;
grant execute on function default_workflow(int) to casewright_app;
select default_workflow(sponsor_key) from sponsor;

grant select, insert, update on workflow_step to casewright_app;
grant select, insert, delete on workflow_step_role, workflow_route to casewright_app;
grant select, insert on case_workflow to casewright_app;

-- closes tables to all tenants but the one of the session, their owner included
create procedure close_to_other_tenants(variadic tables text[])
  language plpgsql
  as $$
    declare
      tenant_table text;
    begin
      foreach tenant_table in array tables
      loop
        execute format('alter table %I enable row level security', tenant_table);
        execute format('alter table %I force row level security', tenant_table);
        execute format(
          'create policy tenant on %I using (sponsor_key = (select current_setting(''app.sponsor'')::int))', tenant_table);
      end loop;
    end $$;

call close_to_other_tenants('workflow_step', 'workflow_step_role', 'workflow_route', 'case_workflow');
