-- The list of studies counts the events of each by their state (docs/decisions/0407): what the last reading brought is not
-- what is left to do.
create index sync_event_state on sync_event (sponsor_key, source_key, study_oid, state);
alter table source_study drop column events_new, drop column events_changed, drop column events_removed;
