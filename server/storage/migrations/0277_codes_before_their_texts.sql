-- The queue has codes that are older than their text (docs/decisions/0419).
alter table case_coding
  add column text_changed boolean not null
    generated always as (code is not null and entered_at is not null and coded_at is not null and entered_at > coded_at) stored;

drop index case_coding_queued;
create index case_coding_queued on case_coding (sponsor_key, text_hash, item_id, case_key)
  include (short_code, coded_by, reviewed_at, second_at, sample, blinded, coded_beside, text_changed)
  where listed and text_hash is not null;
