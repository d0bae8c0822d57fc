-- What system administrators see of the work of all sponsors (docs/decisions/0140): how cases and messages stand, and no
-- content of a case. The views read as the owner of the tables, who sees every sponsor, so that what is shown is decided
-- here and by no query of the application.

create view system_case as
  select sponsor_key, case_key, case_no, version_no, sender_kind, sender_key, workflow_status, locked, reviewed, del_flag,
    catalogue_version, created_at, created_by, updated_at, updated_by
  from pv_case where latest;

create view system_message as
  select m.sponsor_key, m.batch_key, m.seq, v.case_no, v.version_no, m.message_number, m.state, m.answer_code, m.answered_at,
    b.batch_number, b.receiver, b.environment, b.transport, b.state as batch_state, b.created_at, b.created_name, b.sent_at,
    b.file_size,
    (select count(*)::int from submission_attempt a
      where a.sponsor_key = b.sponsor_key and a.batch_key = b.batch_key) as attempts
  from submission_message m
  join submission_batch b using (sponsor_key, batch_key)
  join pv_case v on v.sponsor_key = m.sponsor_key and v.case_key = m.case_key;

create view system_receiver as
  select sponsor_key, record_key, name, columns, search, state, del_flag, version_no, retrieved_at, updated_by
  from record where kind = 'receiver';

create view system_sender as
  select sponsor_key, record_key as sender_key, name from record where kind = 'sender';

grant select on system_case, system_message, system_receiver, system_sender to casewright_app;
