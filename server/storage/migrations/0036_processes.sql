-- Durable processes: charts of machines/ whose state outlives every server. A transition is one transaction.

create table process (
  sponsor_key int not null references sponsor,
  process_key uuid not null,
  -- names the chart
  chart text not null,
  -- where the chart is, as XState writes it
  state jsonb not null,
  context jsonb not null,
  status text not null check (status in ('active', 'done', 'error')),
  -- transitions taken
  revision int not null default 0,
  -- what the state has under way: job keys by invocation
  tasks jsonb not null default '{}',
  -- when the chart is told that its time is over, and by which job
  deadline timestamptz(3),
  deadline_job bigint,
  -- null: the product itself
  created_by int,
  created_at timestamptz(3) not null,
  updated_at timestamptz(3) not null,
  primary key (sponsor_key, process_key)
);
create index process_user on process (sponsor_key, chart, created_by, created_at desc);

create table process_event (
  sponsor_key int not null,
  process_key uuid not null,
  -- of the process after it
  revision int not null,
  -- given by the sender: the same event sent twice is one
  event_id text not null,
  event jsonb not null,
  at timestamptz(3) not null,
  -- null: the product itself
  user_key int,
  primary key (sponsor_key, process_key, revision),
  unique (sponsor_key, process_key, event_id),
  foreign key (sponsor_key, process_key) references process
);

grant select, insert, update on process to casewright_app;
grant select, insert on process_event to casewright_app;
call close_to_other_tenants('process', 'process_event');
