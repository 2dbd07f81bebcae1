#!/bin/sh
# Run by the Postgres image at its first start: both logins and the database, as in docs/operations.md, "Database logins".
set -eu
psql --set ON_ERROR_STOP=1 --username "${POSTGRES_USER:-postgres}" --dbname postgres \
  --set owner_password="$OWNER_PASSWORD" --set app_password="$APP_PASSWORD" <<'SQL'
create role sarraf_owner login password :'owner_password';
create role sarraf_app login password :'app_password';
create database sarraf owner sarraf_owner encoding 'UTF8' template template0;
SQL
