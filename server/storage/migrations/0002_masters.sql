-- Senders, products and studies of a sponsor.

create table sender (
  sponsor_key int not null references sponsor,
  sender_key int not null,
  organisation text not null,
  sender_type text,
  country text,
  del_flag char(1) not null default 'N',
  primary key (sponsor_key, sender_key)
);

-- a user without rows here may see all senders
create table user_sender (
  sponsor_key int not null,
  user_key int not null,
  sender_key int not null,
  primary key (sponsor_key, user_key, sender_key),
  foreign key (sponsor_key, user_key) references user_sponsor,
  foreign key (sponsor_key, sender_key) references sender
);

create table product (
  sponsor_key int not null references sponsor,
  product_key int not null,
  name text not null,
  substance text,
  del_flag char(1) not null default 'N',
  primary key (sponsor_key, product_key)
);

create table study (
  sponsor_key int not null references sponsor,
  study_key int not null,
  study_no text not null,
  name text not null,
  study_type text,
  del_flag char(1) not null default 'N',
  primary key (sponsor_key, study_key)
);
