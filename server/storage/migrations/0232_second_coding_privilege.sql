-- Second coding is a privilege of its own (docs/decisions/0316): whoever could do it until now still may.
insert into role_privilege (sponsor_key, role_id, priv_id)
  select sponsor_key, role_id, 'EDIT.SECOND_CODING' from role_privilege where priv_id = 'EDIT.CASE'
  on conflict do nothing;
