-- What people are warned of, as far as it follows from what a case says; what follows from the day is asked when it is
-- read. What came back from receivers. And which mails about cases were sent to whom.

-- do the warnings below say what the case says now?
create table case_watch (
  sponsor_key int not null,
  case_key bigint not null,
  -- what they were derived with; empty: the case was written since
  derived_with text not null default '',
  primary key (sponsor_key, case_key),
  foreign key (sponsor_key, case_key) references pv_case
);
create index case_watch_open on case_watch (sponsor_key, derived_with);

create table case_warning (
  sponsor_key int not null,
  case_key bigint not null,
  -- id of the warning (schemas/warnings)
  warning text not null,
  item_id text not null,
  row_no int not null,
  row_no2 int not null,
  row_no3 int not null,
  -- which rule found it, and for whom: several may at one item; else empty
  found text not null,
  page text not null,
  -- of a page of rows the one it stands in; else 0
  page_row int not null,
  -- whom it concerns; empty: nobody in particular
  receivers text[] not null,
  -- what the rule says, by language
  message jsonb,
  -- the term that has no code
  term text,
  -- where it stands, by language
  place jsonb not null,
  -- not told to who may not see blinded items
  blinded boolean not null,
  primary key (sponsor_key, case_key, warning, item_id, row_no, row_no2, row_no3, found),
  -- not to pv_case: whoever saves holds that row, and waits for the one who derives
  foreign key (sponsor_key, case_key) references case_watch
);

-- what receivers answered to reports of a version; the last one counts
create table submission_ack (
  sponsor_key int not null,
  case_key bigint not null,
  receiver text not null,
  at timestamptz(3) not null,
  -- as it came: CA, CR, AA, AE, AR
  code text not null,
  text text not null default '',
  primary key (sponsor_key, case_key, receiver, at),
  foreign key (sponsor_key, case_key) references pv_case
);
create index submission_ack_code on submission_ack (sponsor_key, code);

-- cases that have been locked, or in a step, for long
create index pv_case_locked on pv_case (sponsor_key, status_at) where locked and latest;
create index pv_case_step_due on pv_case (sponsor_key, workflow_due_at) where latest;

-- One mail about a case; what it said and what it carried is not kept.
create table email_log (
  sponsor_key int not null,
  email_key bigint generated always as identity,
  case_key bigint not null,
  at timestamptz(3) not null,
  user_key int,
  user_id text not null,
  user_name text not null,
  -- which report it carried, and to whom that was addressed; null: to none
  report_id text not null,
  receiver text,
  -- of what it carried, in bytes
  size int not null,
  -- was that locked by a password?
  has_password boolean not null,
  primary key (sponsor_key, email_key),
  foreign key (sponsor_key, case_key) references pv_case
);
create index email_log_at on email_log (sponsor_key, at);
create index email_log_case on email_log (sponsor_key, case_key);

create table email_log_recipient (
  sponsor_key int not null,
  email_key bigint not null,
  recipient_no int not null,
  user_name text not null,
  address text not null,
  -- the mail to this address, which knows what became of it; null: it was not put out
  outbox_key bigint references outbox_email on delete set null,
  primary key (sponsor_key, email_key, recipient_no),
  foreign key (sponsor_key, email_key) references email_log
);

grant select, insert, update on case_watch to casewright_app;
grant select, insert, delete on case_warning to casewright_app;
grant select, insert on submission_ack, email_log, email_log_recipient to casewright_app;

call close_to_other_tenants('case_watch', 'case_warning', 'submission_ack', 'email_log', 'email_log_recipient');
