-- A rejection opens a question at the field that the receiver names (docs/decisions/0192); the question ends when the receiver
-- accepts the report.
alter table submission_message add correction_key bigint;
alter table submission_message add foreign key (sponsor_key, correction_key) references case_question;
create index submission_message_correction on submission_message (sponsor_key, correction_key)
  where correction_key is not null;
-- null: who took the step is no user, but a receiver
alter table case_question_step alter user_key drop not null;
