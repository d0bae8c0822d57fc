-- How many of the cases that lists show say the same in their codes: the total of a list is a sum over some thousand rows
-- instead of a count of a million cases.

create table case_count (
  sponsor_key int not null,
  serious boolean not null,
  reviewed boolean not null,
  locked boolean not null,
  country text,
  report_type text,
  sex text,
  nullification text,
  workflow_status text not null,
  sender_key int not null,
  owed text not null,
  -- more or, where it is negative, fewer
  cases int not null,
  -- as a case changes: saves add rows and never wait for each other; a job adds them up
  added_up boolean not null default false
);
create index case_count_sponsor on case_count (sponsor_key, added_up);

insert into case_count
select sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status, sender_key, owed,
  count(*), true
from pv_case where latest and del_flag = 'N'
group by sponsor_key, serious, reviewed, locked, country, report_type, sex, nullification, workflow_status, sender_key, owed;

create function count_case() returns trigger language plpgsql as $$
  begin
    if tg_op <> 'INSERT' and old.latest and old.del_flag = 'N' then
      insert into case_count values (old.sponsor_key, old.serious, old.reviewed, old.locked, old.country, old.report_type,
        old.sex, old.nullification, old.workflow_status, old.sender_key, old.owed, -1);
    end if;
    if tg_op <> 'DELETE' and new.latest and new.del_flag = 'N' then
      insert into case_count values (new.sponsor_key, new.serious, new.reviewed, new.locked, new.country, new.report_type,
        new.sex, new.nullification, new.workflow_status, new.sender_key, new.owed, 1);
    end if;
    return null;
  end $$;
create trigger pv_case_counted after insert or delete on pv_case for each row execute function count_case();
create trigger pv_case_recounted after update on pv_case for each row
  when ((old.latest, old.del_flag, old.serious, old.reviewed, old.locked, old.country, old.report_type, old.sex,
      old.nullification, old.workflow_status, old.sender_key, old.owed)
    is distinct from (new.latest, new.del_flag, new.serious, new.reviewed, new.locked, new.country, new.report_type, new.sex,
      new.nullification, new.workflow_status, new.sender_key, new.owed))
  execute function count_case();

grant select, insert, delete on case_count to casewright_app;
call close_to_other_tenants('case_count');
