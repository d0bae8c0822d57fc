-- Writing notices: when one was changed last, and which users its alarm was mailed to.

alter table notice add column changed_at timestamptz(3);
update notice set changed_at = reg_time;
alter table notice alter column changed_at set not null;

-- belongs to the sponsor that wrote the notice; a user gets one mail about a notice, in whichever sponsor they work
create table notice_mail (
  sponsor_key int not null,
  notice_key bigint not null,
  user_key int not null references app_user,
  user_name text not null,
  address text not null,
  outbox_key bigint not null,
  at timestamptz(3) not null,
  primary key (sponsor_key, notice_key, user_key),
  foreign key (sponsor_key, notice_key) references notice
);
grant select, insert on notice_mail to casewright_app;
alter table notice_mail enable row level security;
alter table notice_mail force row level security;
create policy tenant on notice_mail using (sponsor_key = (select current_setting('app.sponsor')::int));
