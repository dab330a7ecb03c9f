#!/bin/sh
# Makes the secrets of a node with a PostgreSQL and an S3 server of its own: sh scripts/make-secrets.sh FOLDER
# A folder for each program, a file for each secret. What is there already stays as it is.
set -eu
umask 077
folder=$1
random() { head -c 24 /dev/urandom | od -An -tx1 | tr -d ' \n'; }
put() { # FILE VALUE
  mkdir -p "$folder/${1%/*}"
  [ -e "$folder/$1" ] || printf %s "$2" > "$folder/$1"
}
copy() { # FILE FROM
  put "$1" "$(cat "$folder/$2")"
}

put postgresql/superuser-password "$(random)"
put object-store/access-key-id "$(random | cut -c1-20)"
put object-store/secret-access-key "$(random)"
put repository-service/admin-password "$(random)"
copy repository-service/s3-access-key-id object-store/access-key-id
copy repository-service/s3-secret-access-key object-store/secret-access-key
# The administrator of the node: one login, so that the console, which is at the configuration service, has both services.
copy config-service/admin-password repository-service/admin-password
put repository-service/session-secret "$(random)"
copy config-service/session-secret repository-service/session-secret
# With it the configuration service reads from the repository service; it may do nothing else there.
put repository-service/reader-password "$(random)"
copy config-service/reader-password repository-service/reader-password
# With it, where that is wanted, it stores plugin registries there; it may do nothing else.
put repository-service/plugin-store-password "$(random)"
copy config-service/plugin-store-password repository-service/plugin-store-password
for service in repository config; do
  put "postgresql/$service-password" "$(random)"
  password=$(cat "$folder/postgresql/$service-password")
  put "$service-service/database-url" "postgres://$service:$password@postgresql:5432/$service"
done
# For a bridge, where one is wanted: accounts that may work on the outboxes alone.
put postgresql/configuration-bridge-password "$(random)"
put postgresql/repository-bridge-password "$(random)"
bridge_url() { # ROLE DATABASE
  echo "postgres://$1_bridge:$(cat "$folder/postgresql/$1-bridge-password")@postgresql:5432/$2"
}
put bridge/configuration-database-url "$(bridge_url configuration config)"
put bridge/repository-database-url "$(bridge_url repository repository)"
