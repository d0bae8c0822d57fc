-- To whom a case has to be reported, and until when: derived from what the case says whenever that is saved.

create table case_obligation (
  sponsor_key int not null,
  case_key bigint not null,
  receiver text not null,
  -- id of the rule that asks for it: the first of the receiver's that holds
  rule_id text not null,
  -- CCYYMMDD, in the sponsor's time zone
  day0 text not null,
  days int not null,
  -- CCYYMMDD: the last day in time
  due text not null,
  -- why: the rule's inputs and what they were
  reason jsonb not null,
  -- the day a report went to the receiver; null: it is still owed
  met text,
  primary key (sponsor_key, case_key, receiver),
  foreign key (sponsor_key, case_key) references pv_case
);

create index case_obligation_due on case_obligation (sponsor_key, due) where met is null;

-- the earliest that is still owed (CCYYMMDD); what lists show and filter by
alter table pv_case add column due_date text;

grant select, insert, update, delete on case_obligation to casewright_app;
alter table case_obligation enable row level security;
alter table case_obligation force row level security;
create policy tenant on case_obligation using (sponsor_key = (select current_setting('app.sponsor')::int));
