-- Mails carry a file, e.g. a report of a case. It is in the file store, locked by its password where it has one.
alter table outbox_email
  add column file_key text,
  add column file_name text,
  add column media_type text;
-- What was sent is evidence: the file, and the options it was made with. Null: a mail before there were files.
alter table email_log
  add column file_key text,
  add column file_name text,
  add column options jsonb not null default '{}';
create index email_log_file on email_log (file_key) where file_key is not null;
