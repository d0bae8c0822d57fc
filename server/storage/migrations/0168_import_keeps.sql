-- Compared fields of a message (shared/duplicates) of which the case stays as it is, by the decision of a user.
alter table import_message add column stays text[] not null default '{}';
