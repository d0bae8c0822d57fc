-- Null: nobody has answered whether the case is serious. Stored cases are derived again in the background (caseSummaries).
alter table pv_case alter column serious drop not null, alter column serious drop default;
alter table case_count alter column serious drop not null;
