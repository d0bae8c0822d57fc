-- Users are notified of answers that they have to decide about, as of rejections.
drop index submission_message_rejected;
create index submission_message_for_users on submission_message (sponsor_key, answered_at)
  where state in ('rejected', 'needsDecision', 'conflict');
