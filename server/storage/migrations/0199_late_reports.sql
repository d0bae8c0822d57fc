-- Figures of reports that are late or not sent read few of all due reports (docs/decisions/0289).
create index case_obligation_late on case_obligation (sponsor_key, due collate "C")
  include (receiver, met, accepted, case_key, root_case_key)
  where not superseded and (met is null or met > due);
