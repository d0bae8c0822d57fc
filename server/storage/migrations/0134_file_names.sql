-- Names of the files of batches (docs/decisions/0193): the pattern of the receiver, and the name with which a batch was sent.
-- Batches that were made before have neither: their files have their numbers.
alter table submission_batch add file_pattern text;
alter table submission_batch add file_name text;
create index submission_batch_file on submission_batch (sponsor_key, file_name) where file_name is not null;
