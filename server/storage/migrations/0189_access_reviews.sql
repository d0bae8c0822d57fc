-- Reviews of who has access: what each user had when the review began, what was decided, and the signature (decision 0282).
create table access_review (
  sponsor_key int not null references sponsor,
  review_no int generated always as identity,
  reason text not null,
  started_at timestamptz(3) not null,
  started_by text not null,
  -- null, all: it is under way
  signed_at timestamptz(3),
  signed_by text,
  meaning text,
  comment text,
  -- SHA-256 of what was signed
  content_hash text,
  primary key (sponsor_key, review_no)
);
create unique index access_review_under_way on access_review (sponsor_key) where signed_at is null;

create table access_review_user (
  sponsor_key int not null,
  review_no int not null,
  user_key int not null references app_user,
  -- roles, limits, dates and state, as `accessAt` finds them
  access jsonb not null,
  -- null: not yet
  decision text check (decision in ('keep', 'change', 'remove')),
  comment text,
  decided_at timestamptz(3),
  decided_by text,
  primary key (sponsor_key, review_no, user_key),
  foreign key (sponsor_key, review_no) references access_review
);

grant select, insert, update on access_review, access_review_user to casewright_app;
call close_to_other_tenants('access_review', 'access_review_user');
