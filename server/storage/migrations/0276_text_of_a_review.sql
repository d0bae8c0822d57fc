-- A review, and a second coding, is of a code for a text (docs/decisions/0418).
alter table coding_review
  -- md5 of the folded text, as in case_coding; null: the term had none, or the review is older than this column
  add column text_hash uuid;
alter table second_coding add column text_hash uuid;
