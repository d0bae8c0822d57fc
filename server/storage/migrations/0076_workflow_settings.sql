-- When the workflow of a sponsor was changed last on the settings page; null: it is as the product made it.
alter table sponsor add column workflow_set_at timestamptz(3);
