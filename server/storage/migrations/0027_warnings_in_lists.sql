-- Cases are filtered by what they are warned of.
create index case_warning_kind on case_warning (sponsor_key, warning, case_key);
