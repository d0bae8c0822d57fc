-- A pseudonymisation whose job was given up has failed; those before this one went on for ever in what users saw.
alter table pseudonymisation drop constraint pseudonymisation_state_check;
alter table pseudonymisation add constraint pseudonymisation_state_check
  check (state in ('running', 'done', 'cancelled', 'failed'));

alter table pseudonymisation no force row level security;
alter table job no force row level security;
update pseudonymisation p set state = 'failed', ended_at = now()
  where state = 'running' and not exists (
    select from job j
    where j.sponsor_key = p.sponsor_key and j.kind = 'pseudonymise' and (j.payload ->> 'runKey')::int = p.run_key
      and j.state in ('ready', 'running'));
alter table pseudonymisation force row level security;
alter table job force row level security;
