#!/bin/sh
# Run once, by an empty PostgreSQL: a database and a user for each service, with the passwords in SECRETS.
set -eu
SECRETS=${SECRETS:-/run/secrets/postgresql}
for service in repository config; do
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<SQL
\set password \`cat "$SECRETS/$service-password"\`
create role $service login password :'password';
create database $service owner $service;
SQL
done
