-- What a user sees of a list: the columns he chose, and the filters of columns, seen or not.

create table user_list (
  sponsor_key int not null references sponsor,
  user_key int not null references app_user,
  menu_id text not null,
  -- ids of the columns, in their order
  visible text[] not null,
  primary key (sponsor_key, user_key, menu_id)
);

create table user_filter (
  sponsor_key int not null references sponsor,
  user_key int not null references app_user,
  menu_id text not null,
  column_id text not null,
  -- [{filterType, valueCode, valueCode2}]
  filters jsonb not null,
  primary key (sponsor_key, user_key, menu_id, column_id)
);

grant select, insert, update, delete on user_list, user_filter to casewright_app;

alter table user_list enable row level security;
alter table user_list force row level security;
create policy tenant on user_list using (sponsor_key = (select current_setting('app.sponsor')::int));
alter table user_filter enable row level security;
alter table user_filter force row level security;
create policy tenant on user_filter using (sponsor_key = (select current_setting('app.sponsor')::int));
