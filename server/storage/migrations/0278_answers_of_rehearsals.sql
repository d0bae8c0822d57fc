-- Answers to rehearsals are no answers to reports: nothing warns of them.
delete from submission_ack a
using submission_message m
join submission_batch b on b.sponsor_key = m.sponsor_key and b.batch_key = m.batch_key
where b.environment = 'test' and m.sponsor_key = a.sponsor_key and m.case_key = a.case_key and b.receiver = a.receiver
  and m.answered_at = a.at;
