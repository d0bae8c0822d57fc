-- The answer that the check before submission predicts for a message (docs/decisions/0136), beside the true one.
alter table submission_message add predicted jsonb;
