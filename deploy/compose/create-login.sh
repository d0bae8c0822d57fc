#!/bin/sh
# Creates the account of the application in a new database. It has no privileges until the migrations admit it.
set -eu
psql --set=ON_ERROR_STOP=1 --username="$POSTGRES_USER" --dbname="$POSTGRES_DB" --set=password="$APPLICATION_PASSWORD" <<'SQL'
create role casewright_login login password :'password';
SQL
