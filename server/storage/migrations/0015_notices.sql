-- Notices (specification sections 3 and 7): those of a sponsor for its own users, those of sponsor 1 perhaps for all.

create table notice (
  sponsor_key int not null references sponsor,
  -- given once for all sponsors: a reader has notices of two sponsors in one list
  notice_key bigint generated always as identity,
  title text not null check (length(title) between 1 and 200),
  -- a tree of paragraphs, lists, tables (shared/text/richText.ts), never markup
  content jsonb not null,
  -- ISO 3166 code of the company's country, or ALL
  country text not null default 'ALL' check (country ~ '^[A-Z]{2,3}$'),
  -- days by the reader's own calendar; without an expiry date it never ends
  effect_date date not null,
  expire_date date check (expire_date >= effect_date),
  notice_all char(1) not null default 'N' check (notice_all in ('Y', 'N')),
  popup char(1) not null default 'Y' check (popup in ('Y', 'N')),
  alarm_email char(1) not null default 'N' check (alarm_email in ('Y', 'N')),
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  reg_time timestamptz(3) not null,
  reg_user_key int not null references app_user,
  user_name text not null,
  primary key (sponsor_key, notice_key),
  check (notice_all = 'N' or sponsor_key = 1)
);
create unique index notice_only on notice (notice_key);
create index notice_newest on notice (sponsor_key, del_flag, effect_date);

-- bytes lie in the file store under their hash; the name is that of the attachment
create table notice_file (
  sponsor_key int not null,
  notice_key bigint not null,
  file_key text not null,
  file_name text not null,
  media_type text not null,
  size bigint not null,
  sort int not null,
  -- a file taken off stays, as every record does
  del_flag char(1) not null default 'N' check (del_flag in ('Y', 'N')),
  primary key (sponsor_key, notice_key, file_key),
  foreign key (sponsor_key, notice_key) references notice
);
create index notice_file_key on notice_file (file_key);

-- of a person, like the session: read once is read in every sponsor he works for
create table notice_read (
  user_key int not null references app_user,
  notice_key bigint not null references notice (notice_key),
  at timestamptz(3) not null,
  primary key (user_key, notice_key)
);

grant select, insert, update on notice, notice_file to casewright_app;
grant select, insert on notice_read to casewright_app;

alter table notice enable row level security;
alter table notice force row level security;
create policy tenant on notice using (sponsor_key = (select current_setting('app.sponsor')::int));
create policy for_all on notice for select using (sponsor_key = 1 and notice_all = 'Y' and del_flag = 'N');

alter table notice_file enable row level security;
alter table notice_file force row level security;
create policy tenant on notice_file using (sponsor_key = (select current_setting('app.sponsor')::int));
create policy for_all on notice_file for select using (
  sponsor_key = 1
  and exists (select 1 from notice n where n.notice_key = notice_file.notice_key and n.notice_all = 'Y')
);
