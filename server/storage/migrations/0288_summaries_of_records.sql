-- What the row of a record repeats of its pages depends on the schema files: which (docs/decisions/0443).
alter table record
  -- a hash of what the kind's items that are repeated say; null: not known
  add column summary_version text;
