-- Records that are used only after another user than their authors has approved them (docs/decisions/0315).
alter table record
  -- user ids of those who wrote what is to be approved
  add column authors text[] not null default '{}',
  add column approved_by text,
  add column approved_at timestamptz(3);
