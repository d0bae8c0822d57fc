-- A role is changed by administrators; who changed it last, and when, tells another of them that what was read is stale.
alter table role
  add column changed_at timestamptz(3) not null default now(),
  add column changed_by text;
