#!/bin/sh
# Runs once, when PostgreSQL starts with an empty volume. Creates a database and a user for each service, with the passwords in
# the folder SECRETS. Also creates a user for the bridge in each database; the service allows this user to use only the outbox.
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
