-- What roles hide or only show of cases, item by item (docs/decisions/0249). Sessions read it before they know their
-- sponsor, as they do `role_privilege`: it has no policy of tenants.
create table role_item_right (
  sponsor_key int not null,
  role_id int not null,
  -- of the catalogue
  item_id text not null,
  -- without a row the role may change the item
  item_right text not null check (item_right in ('hidden', 'read')),
  primary key (sponsor_key, role_id, item_id),
  foreign key (sponsor_key, role_id) references role
);

grant select, insert, delete on role_item_right to casewright_app;
