-- Texts of records that are searched are stored as searches compare them, so that no search folds them again.

alter table record no force row level security;
update record set search = lower(normalize(search, NFKC)) where search <> lower(normalize(search, NFKC));
alter table record force row level security;
