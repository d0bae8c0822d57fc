-- Figures of stays in steps and of answers read an index only (docs/decisions/0351). The values are computed while the tables are
-- written anew with their indexes, which takes less time than updates (docs/decisions/0352).
create function entered_of(of_sponsor int, of_case bigint, of_step int) returns timestamptz language sql stable
  as $$
    select at from case_workflow
    where sponsor_key = of_sponsor and case_key = of_case and step_no < of_step and from_status is distinct from to_status
    order by step_no desc limit 1
  $$;
create function sent_of(of_sponsor int, of_batch bigint) returns submission_batch language sql stable
  as $$
    select b from submission_batch b
    where sponsor_key = of_sponsor and batch_key = of_batch and environment = 'production' and sent_at is not null
  $$;

alter table case_workflow
  -- when the version came to the step that this routing leads out of; null: it leads out of none
  add column entered_at timestamptz(3);
alter table submission_message
  -- of the batch, if it was sent, and not as a test
  add column receiver text,
  add column sent_at timestamptz(3);

alter table case_workflow no force row level security;
alter table case_workflow alter column entered_at type timestamptz(3) using
  case when from_status is distinct from to_status then entered_of(sponsor_key, case_key, step_no) end;
alter table case_workflow force row level security;

alter table submission_batch no force row level security;
alter table submission_message
  alter column receiver type text using (sent_of(sponsor_key, batch_key)).receiver,
  alter column sent_at type timestamptz(3) using (sent_of(sponsor_key, batch_key)).sent_at;
alter table submission_batch force row level security;
drop function entered_of(int, bigint, int);
drop function sent_of(int, bigint);

create index case_workflow_left on case_workflow (sponsor_key, at)
  include (entered_at, from_status, to_status, delay_days, case_key) where entered_at is not null;
create index submission_message_sent on submission_message (sponsor_key, state, sent_at)
  include (receiver, answered_at, answer_code) where sent_at is not null;
create index pv_case_deleted on pv_case (sponsor_key, case_key) where del_flag <> 'N';

-- how many groups figures count by: without it the database expects each row to be one, and a table in memory for all of them
create statistics case_workflow_stay (ndistinct)
  on from_status, to_status, delay_days, (floor(date_part('epoch', at - entered_at) / 360 + 0.5)) from case_workflow;
create statistics submission_message_answer (ndistinct)
  on receiver, state, (floor(date_part('epoch', answered_at - sent_at) / 360 + 0.5)) from submission_message;
analyze case_workflow, submission_message;
