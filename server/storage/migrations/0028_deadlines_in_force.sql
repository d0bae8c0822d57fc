-- What the deadlines of cases were derived with, so that they can follow rules and settings that change after the last write.

alter table case_watch
  -- rules and calendar that its obligations were derived with; empty: nobody knows
  add column owed_with text not null default '';
create index case_watch_owed on case_watch (sponsor_key, owed_with);

alter table workflow_step
  -- days and calendar that the due times of the cases in it were reckoned with; null: nobody knows
  add column due_with text;
