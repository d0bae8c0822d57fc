-- The report tells a receiver that a case is no longer reportable by its rule (docs/decisions/0404).
alter table case_obligation add column closes boolean not null default false;
