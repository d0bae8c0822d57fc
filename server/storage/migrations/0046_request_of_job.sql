-- The request that enqueued a job, by the id that the log and the audit trail name it with.
alter table job add column request_id text;

-- The application reads which migrations are applied: it may start without running any (CASEWRIGHT_MIGRATE).
grant select on schema_migration to casewright_app;
