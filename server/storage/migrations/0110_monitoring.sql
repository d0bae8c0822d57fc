-- Monitoring (docs/decisions/0161): which due reports count, why one was late, and results that were saved.

alter table case_obligation
  -- the first version of the case
  add column root_case_key bigint,
  -- the day on which the report that the receiver accepted was sent (CCYYMMDD); null: none was accepted
  add column accepted text,
  -- replaced by the due report of a later version, or of a deleted case: it counts in no figure
  add column superseded boolean not null default false;
update case_obligation o set root_case_key = c.root_case_key
  from pv_case c where c.sponsor_key = o.sponsor_key and c.case_key = o.case_key;
alter table case_obligation alter column root_case_key set not null;
create index case_obligation_counted on case_obligation (sponsor_key, due collate "C")
  include (receiver, met, accepted, case_key) where not superseded;
create index case_obligation_case on case_obligation (sponsor_key, root_case_key);

-- Why a report was late; the newest one applies.
create table late_reason (
  sponsor_key int not null,
  reason_no bigint generated always as identity,
  root_case_key bigint not null,
  receiver text not null,
  -- of the report; a later one of the case has a reason of its own
  due text not null,
  -- of the code list late-reason
  code text not null,
  comment text not null default '',
  at timestamptz(3) not null,
  user_key int not null references app_user,
  user_name text not null,
  primary key (sponsor_key, reason_no),
  foreign key (sponsor_key, root_case_key) references pv_case
);
create index late_reason_report on late_reason (sponsor_key, root_case_key, receiver, due, reason_no desc);

-- A page of monitoring as it was computed and saved.
create table monitoring_run (
  sponsor_key int not null references sponsor,
  run_key bigint generated always as identity,
  -- name of the page's descriptor
  page text not null,
  -- CCYYMM; null: the page has no period
  period_from text,
  period_to text,
  -- the month (CCYYMM) that the run closes; null: it closes none
  closes text,
  comment text not null default '',
  -- the user did not see the cases of all senders, products and studies
  limited boolean not null,
  -- the answer of the page, word for word
  result jsonb not null,
  at timestamptz(3) not null,
  user_key int not null references app_user,
  user_name text not null,
  primary key (sponsor_key, run_key),
  unique (sponsor_key, page, closes)
);

grant select, insert on late_reason, monitoring_run to casewright_app;
call close_to_other_tenants('late_reason', 'monitoring_run');
