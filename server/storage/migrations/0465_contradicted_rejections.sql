-- Rejections that another answer contradicts wait for a user as the others do.
drop index submission_message_rejected;
create index submission_message_rejected on submission_message (sponsor_key, answered_at)
  where state in ('rejected', 'conflict');
