-- The key that a user's browsers encrypt unsaved edits with, and who has which case open.

-- of a person, like the session: the same whichever sponsor he works for
create table journal_key (
  user_key int primary key references app_user,
  key bytea not null check (length(key) = 32),
  created_at timestamptz(3) not null
);

-- rewritten every few seconds and worth nothing after a crash, so it is not logged; half of each page stays free for updates
create unlogged table presence (
  sponsor_key int not null,
  case_key bigint not null,
  -- an open page of a browser, by the random name it gave itself
  tab_id text not null,
  user_key int not null,
  page text,
  row_no int,
  item_id text,
  item_row_no int,
  item_row_no2 int,
  item_row_no3 int,
  editing boolean not null,
  at timestamptz(3) not null,
  primary key (sponsor_key, case_key, tab_id)
) with (fillfactor = 50);

grant select, insert on journal_key to casewright_app;
grant select, insert, update, delete on presence to casewright_app;

alter table presence enable row level security;
alter table presence force row level security;
create policy tenant on presence using (sponsor_key = (select current_setting('app.sponsor')::int));
