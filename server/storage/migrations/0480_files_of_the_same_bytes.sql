-- Gateways write the same bytes for each file that they cannot deliver. Only an acknowledgement names its batch by them; of what
-- is none, the name tells which batch it may be about. A name may be too long for an index.
alter table submission_inbox drop constraint submission_inbox_sponsor_key_file_key_key;
create unique index submission_inbox_answer on submission_inbox (sponsor_key, file_key) where code is not null;
create unique index submission_inbox_other on submission_inbox (sponsor_key, file_key, md5(file_name))
  where code is null;
