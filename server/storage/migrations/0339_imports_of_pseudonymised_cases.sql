-- What imports hold of cases that an earlier release pseudonymised becomes pseudonyms, too: a job of each sponsor does it,
-- since the schema files say what is personal (docs/decisions/0546).
select set_config('app.job_queue', 'on', true);
alter table pseudonymisation no force row level security;
insert into job (sponsor_key, kind, run_at, max_attempts, created_at)
select distinct sponsor_key, 'pseudonymise-imports', now(), 8, now() from pseudonymisation;
alter table pseudonymisation force row level security;
