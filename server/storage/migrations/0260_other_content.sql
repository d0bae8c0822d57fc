-- A message with the number and the time of creation of a version that is stored, but another text (docs/decisions/0367).
alter table import_message
  -- a hash of what it says of its case; null: not read, or imported by an earlier release
  add column fingerprint text,
  -- what it says otherwise than the stored version; null: it is compared with none
  add column difference jsonb,
  drop constraint import_message_proposal_check,
  add constraint import_message_proposal_check check (
    proposal in ('new', 'followUp', 'duplicate', 'nullification', 'otherPatient', 'otherContent', 'refused'));
