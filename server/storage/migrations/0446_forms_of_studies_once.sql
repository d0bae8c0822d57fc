-- The reader took a group with the OID of its form for a second form (ODM 1.3): the tree to pick items from had the form twice.
alter table study_metadata no force row level security;
update study_metadata set metadata = jsonb_set(metadata, '{forms}', (
  select jsonb_agg(form order by place)
  from (
    select distinct on (form ->> 'oid') form, place
    from jsonb_array_elements(metadata -> 'forms') with ordinality as f (form, place)
    order by form ->> 'oid', place
  ) first))
where jsonb_array_length(metadata -> 'forms')
  > (select count(distinct form ->> 'oid') from jsonb_array_elements(metadata -> 'forms') f (form));
alter table study_metadata force row level security;
