-- Messages that became no version, by the case they were compared with or decided to follow: a pseudonymisation looks them up.
create index import_message_root on import_message (sponsor_key, coalesce(decision_root, target_root))
  where case_key is null;
