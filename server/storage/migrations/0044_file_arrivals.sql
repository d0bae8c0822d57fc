-- Files that were put into the file store and may have no row that refers to them yet: each is noted before it is stored. A
-- job looks after a day whether a row refers to it, and removes the file if none does.
create table file_arrival (
  file_key text primary key,
  at timestamptz(3) not null default now()
);
create index file_arrival_at on file_arrival (at);
grant select, insert, update, delete on file_arrival to casewright_app;

create index data_history_file on data_history (file_key);

-- each process removes the old uploads of its own directory
select set_config('app.job_queue', 'on', true);
delete from job where kind = 'remove-old-uploads';
