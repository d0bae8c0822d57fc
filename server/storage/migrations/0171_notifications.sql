-- What waits for users, and when they are mailed about it (docs/decisions/0260).

-- The rules of a user; a user without a row has the usual ones.
create table notification_rules (
  sponsor_key int not null references sponsor,
  user_key int not null references app_user,
  -- shared/notifications
  rules jsonb not null,
  primary key (sponsor_key, user_key)
);

-- One row for each thing that waits for a user. It is deleted when it waits no longer.
create table notification (
  sponsor_key int not null references sponsor,
  user_key int not null references app_user,
  notification_key bigint generated always as identity,
  kind text not null,
  -- what it is about: one row a subject
  subject text not null,
  -- numbers, names and days for its words
  facts jsonb not null,
  -- below the prefix of the main area
  path text not null,
  -- when it changed last: what is newer than what was read waits again
  news_at timestamptz(3) not null,
  at timestamptz(3) not null,
  read_at timestamptz(3),
  mailed_at timestamptz(3),
  primary key (sponsor_key, user_key, notification_key),
  unique (sponsor_key, user_key, kind, subject)
);

create index submission_message_rejected on submission_message (sponsor_key, answered_at) where state = 'rejected';
create index pv_case_of_user on pv_case (sponsor_key, workflow_user_key)
  where latest and del_flag = 'N' and workflow_user_key is not null;

grant select, insert, update on notification_rules to casewright_app;
grant select, insert, update, delete on notification to casewright_app;
call close_to_other_tenants('notification_rules', 'notification');
