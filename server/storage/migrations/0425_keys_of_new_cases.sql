-- A case is added once for each key of the caller (docs/decisions/0689).
alter table pv_case add creation_key uuid;
create unique index pv_case_creation on pv_case (sponsor_key, created_by, creation_key) where creation_key is not null;
