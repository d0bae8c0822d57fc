-- A sponsor may set the version of every dictionary that codes items: by dictionary, those that are not named are the active
-- ones.
alter table sponsor add column dictionary_versions jsonb not null default '{}';
update sponsor set dictionary_versions = jsonb_strip_nulls(jsonb_build_object('MEDDRA', meddra_version, 'IDF', idf_version));
alter table sponsor drop column meddra_version, drop column idf_version;
