-- Rules from the items of a study's source to the items of a case, one set a study.

create table mapping_rule_set (
  sponsor_key int not null,
  study_key int not null,
  study_kind text not null generated always as ('study') stored,
  -- the newest one
  version_no int not null,
  -- RuleSet of shared/sync
  rule_set jsonb not null,
  changed_at timestamptz(3) not null,
  -- printed name
  changed_by text not null,
  primary key (sponsor_key, study_key),
  foreign key (sponsor_key, study_kind, study_key) references record
);

-- every version as it was saved
create table mapping_rule_set_version (
  sponsor_key int not null,
  study_key int not null,
  version_no int not null,
  rule_set jsonb not null,
  at timestamptz(3) not null,
  user_name text not null,
  reason text not null,
  primary key (sponsor_key, study_key, version_no),
  foreign key (sponsor_key, study_key) references mapping_rule_set
);

grant select, insert, update on mapping_rule_set to casewright_app;
grant select, insert on mapping_rule_set_version to casewright_app;
call close_to_other_tenants('mapping_rule_set', 'mapping_rule_set_version');
