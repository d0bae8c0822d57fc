-- What mail servers report of a mail after one of them has accepted it (docs/decisions/0189).
alter table outbox_email
  add column delivery text check (delivery in ('delivered', 'delayed', 'bounced')),
  add column delivery_at timestamptz(3),
  -- status and diagnostic of the mail server
  add column delivery_note text;
