-- Figures of due reports count what an index holds (docs/decisions/0336).
alter table case_obligation
  -- sent in time, as was the report that the receiver accepted; null: not yet
  add column in_time boolean generated always as (met <= due) stored,
  add column accepted_in_time boolean generated always as (accepted <= due) stored;
drop index case_obligation_counted;
-- no column is included: the index then holds what many reports have in common once
create index case_obligation_counted on case_obligation
  (sponsor_key, due collate "C", in_time, accepted_in_time, receiver, rule_id) where not superseded;
