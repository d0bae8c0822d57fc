-- The application signs in with an account that does not own the tables and cannot become the owner; it belongs to
-- casewright_app alone (server/storage/applicationLogin.ts).
--
-- Functions that run as the owner must not find a temporary table of the caller in place of one of theirs: the schema of
-- temporary tables is searched first, unless it is named.
do $$
declare
  definer regprocedure;
begin
  for definer in select oid from pg_proc where prosecdef and pronamespace = 'public'::regnamespace
  loop
    execute format('alter function %s set search_path = public, pg_temp', definer);
  end loop;
end $$;
