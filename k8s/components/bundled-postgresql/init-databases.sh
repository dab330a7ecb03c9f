#!/bin/sh
# Run once, by an empty PostgreSQL: a database and a user for each service, with the passwords in SECRETS. A bridge has a user of
# its own for each database; the service lets it work on its outbox, and on nothing else.
set -eu
SECRETS=${SECRETS:-/run/secrets/postgresql}
create() { # SERVICE BRIDGE
  service=$1
  bridge=$2
  psql --no-psqlrc --quiet --set ON_ERROR_STOP=1 --username "$POSTGRES_USER" --dbname postgres <<SQL
\set password \`cat "$SECRETS/$service-password"\`
create role $service login password :'password';
create database $service owner $service;
revoke connect, temporary on database $service from public;
\set password \`cat "$SECRETS/$bridge-bridge-password"\`
create role ${bridge}_bridge login password :'password';
grant connect on database $service to ${bridge}_bridge;
SQL
}
create repository repository
create config configuration
