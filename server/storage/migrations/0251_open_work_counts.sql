-- How many entries a snapshot has that are due on a day; it never changes, so neither do its counts (docs/decisions/0351).
create table open_work_count (
  sponsor_key int not null,
  day text not null,
  -- as in open_work
  receiver text not null,
  due text,
  entries int not null,
  foreign key (sponsor_key, day) references open_work_day
);
create index open_work_count_day on open_work_count (sponsor_key, day collate "C");

alter table open_work no force row level security;
insert into open_work_count (sponsor_key, day, receiver, due, entries)
select sponsor_key, day, receiver, due, count(*) from open_work group by sponsor_key, day, receiver, due;
alter table open_work force row level security;

grant select, insert on open_work_count to casewright_app;
call close_to_other_tenants('open_work_count');
