-- Roles of inspectors read only; who holds one is limited, until a day (docs/decisions/0282).
alter table role add column inspector boolean not null default false;
