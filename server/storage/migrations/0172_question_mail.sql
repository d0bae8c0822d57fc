-- Questions that were mailed to the reporter (docs/decisions/0261): the mail, whose delivery is followed.
alter table case_question add column mail_key bigint references outbox_email (email_key) on delete set null;
