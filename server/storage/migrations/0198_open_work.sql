-- What was open at the beginning of each day, and how much work each step of the workflow was given (docs/decisions/0289).

-- A snapshot of a day; it is never taken again, so that a trend does not change later.
create table open_work_day (
  sponsor_key int not null references sponsor,
  -- CCYYMMDD in the sponsor's time zone
  day text not null,
  -- of the day, e.g. 2026-W48
  week text not null,
  taken_at timestamptz(3) not null,
  primary key (sponsor_key, day)
);

-- One row for each open version of a case, and one for each of its reports that is due and not sent.
create table open_work (
  sponsor_key int not null,
  day text not null,
  case_key bigint not null,
  -- of the due report; '' for the version itself
  receiver text not null,
  -- CCYYMMDD; null: no report of the version is due
  due text,
  workflow_key text not null,
  user_key int,
  primary key (sponsor_key, day, case_key, receiver),
  foreign key (sponsor_key, day) references open_work_day,
  foreign key (sponsor_key, case_key) references pv_case
);

-- How many cases were expected, on a day, to leave a step on a later day.
create table planned_work (
  sponsor_key int not null,
  day text not null,
  workflow_key text not null,
  planned_day text not null,
  cases int not null,
  primary key (sponsor_key, planned_day, workflow_key, day),
  foreign key (sponsor_key, day) references open_work_day
);

-- What became of it: one row for each step and day, written when the day is over.
create table step_day (
  sponsor_key int not null,
  day text not null,
  workflow_key text not null,
  -- cases that left the step
  done int not null,
  -- as expected a week before; null: no snapshot was taken then
  planned int,
  -- of the same day of the week before
  done_week_before int not null,
  -- median days of the stays in the step until then; null: none has ended lately
  pace_days int,
  primary key (sponsor_key, day, workflow_key),
  foreign key (sponsor_key, workflow_key) references workflow_step
);

grant select, insert on open_work_day, open_work, planned_work, step_day to casewright_app;
call close_to_other_tenants('open_work_day', 'open_work', 'planned_work', 'step_day');
