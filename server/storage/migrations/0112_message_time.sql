-- An acknowledgement names when each of its messages was created (docs/decisions/0165).
alter table import_message
  -- of the envelope, N.2.r.4
  add column sent_at text;
