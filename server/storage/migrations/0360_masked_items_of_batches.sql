-- Items that the receiver of a frozen file gets masked in it; null: the file is of an earlier release, which did not note them.
alter table submission_batch add masked text[];
