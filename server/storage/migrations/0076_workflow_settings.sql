-- When the workflow of a sponsor was changed last on the settings page, and when any of its settings was: sessions read the
-- latter before they know their sponsor, so it cannot be read from the settings. Null: they are as the product made them.
alter table sponsor add column workflow_set_at timestamptz(3), add column settings_at timestamptz(3);
