-- Work done later: one table for all kinds of it. A job is enqueued in the transaction that makes it necessary.

create table job (
  -- 0: the installation's own
  sponsor_key int not null,
  job_key bigint generated always as identity,
  -- names the handler
  kind text not null,
  payload jsonb not null default '{}',
  -- at most one job of a kind waits, and one runs, under the same key
  dedupe_key text,
  -- higher ones first, within one sponsor
  priority smallint not null default 0,
  -- dead: given up, until an operator retries or discards it
  state text not null default 'ready' check (state in ('ready', 'running', 'done', 'dead', 'cancelled')),
  run_at timestamptz(3) not null,
  -- of a recurring job: milliseconds from the end of one run to the next. It is never done
  every_ms int,
  attempts int not null default 0,
  max_attempts int not null,
  -- while it runs: the process that runs it, and until when that process need not be heard of
  lease_holder uuid,
  lease_until timestamptz(3),
  last_error text,
  progress_done int,
  progress_total int,
  progress_note text,
  cancel_requested boolean not null default false,
  -- null: the product itself
  created_by int,
  created_at timestamptz(3) not null,
  finished_at timestamptz(3),
  primary key (sponsor_key, job_key)
);
create unique index job_waiting on job (sponsor_key, kind, dedupe_key) where state = 'ready' and dedupe_key is not null;
create unique index job_recurring on job (kind) where every_ms is not null;
create index job_turn on job (kind, sponsor_key, priority desc, run_at, job_key) where state = 'ready';
create index job_next on job (run_at) where state = 'ready';
create index job_running on job (kind, sponsor_key, dedupe_key) where state = 'running';
create index job_dead on job (finished_at) where state = 'dead';
create index job_finished on job (finished_at) where state in ('done', 'cancelled');

grant select, insert, update, delete on job to casewright_app;

-- A tenant sees its own jobs and the installation's; the processes that run jobs say that they need those of all
alter table job enable row level security;
alter table job force row level security;
create policy tenant on job using (
  sponsor_key = 0
  or sponsor_key = (select nullif(current_setting('app.sponsor', true), '')::int)
  or (select current_setting('app.job_queue', true)) = 'on'
);

select set_config('app.job_queue', 'on', true);

-- Mails: what is to be tried when is a job; the outbox keeps what became of it
insert into job (sponsor_key, kind, payload, dedupe_key, run_at, attempts, max_attempts, last_error, created_at)
select 0, 'send-mail', jsonb_build_object('emailKey', email_key), email_key::text, next_at, attempts, 1000, last_error, created_at
from outbox_email where state = 'ready';
drop index outbox_email_due;
alter table outbox_email drop column attempts, drop column next_at;

-- Recommended codes: the table keeps questions and answers, a job asks the other coder
drop index ai_coding_job_due;
alter table ai_coding_job no force row level security;
insert into job (sponsor_key, kind, payload, dedupe_key, run_at, attempts, max_attempts, created_at)
select sponsor_key, 'ask-ai-coder', jsonb_build_object('recommendationKey', job_key), job_key::text, asked_at, attempts, 3, asked_at
from ai_coding_job where state <> 'done';
alter table ai_coding_job force row level security;
alter table ai_coding_job drop column state, drop column leased_until, drop column attempts;
alter table ai_coding_job rename column job_key to recommendation_key;
alter table ai_coding_job rename to ai_recommendation;
