-- What operators decide about jobs that were given up, and an end to rows of processes that are over.

-- appended, never changed: a decision outlives the job
create table job_decision (
  decision_key bigint generated always as identity primary key,
  -- 0: the installation's own
  sponsor_key int not null,
  job_key bigint not null,
  kind text not null,
  attempts int not null,
  last_error text,
  decision text not null check (decision in ('retried', 'discarded')),
  -- of a discarded job
  reason text,
  user_key int not null,
  user_id text not null,
  user_name text not null,
  at timestamptz(3) not null
);
create index job_decision_job on job_decision (job_key);
grant select, insert on job_decision to casewright_app;
alter table job_decision enable row level security;
alter table job_decision force row level security;
create policy operators on job_decision using ((select current_setting('app.job_queue', true)) = 'on');

grant delete on process, process_event to casewright_app;
create index process_finished on process (sponsor_key, updated_at) where status <> 'active';
