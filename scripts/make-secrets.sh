#!/bin/sh
# Generates the secrets of a node with its own PostgreSQL and S3 server: sh scripts/make-secrets.sh FOLDER. Creates a
# folder for each program and a file for each secret. Existing files are not changed.
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
# The configuration service ships its journal to the same store. The key encrypts it: keep a copy outside the node.
copy config-service/s3-access-key-id object-store/access-key-id
copy config-service/s3-secret-access-key object-store/secret-access-key
put config-service/journal-key "$(head -c 32 /dev/urandom | od -An -tx1 | tr -d ' \n')"
# Administrator of the node: one login for both services, because the console uses both.
copy config-service/admin-password repository-service/admin-password
put repository-service/session-secret "$(random)"
copy config-service/session-secret repository-service/session-secret
# The configuration service reads from the repository service with this password, which allows nothing else.
put repository-service/reader-password "$(random)"
copy config-service/reader-password repository-service/reader-password
# The configuration service stores plugin registries there with this password, which allows nothing else.
put repository-service/plugin-store-password "$(random)"
copy config-service/plugin-store-password repository-service/plugin-store-password
for service in repository config; do
  put "postgresql/$service-password" "$(random)"
  password=$(cat "$folder/postgresql/$service-password")
  put "$service-service/database-url" "postgres://$service:$password@postgresql:5432/$service"
done
# Accounts for an optional bridge, with access to the outboxes only.
put postgresql/configuration-bridge-password "$(random)"
put postgresql/repository-bridge-password "$(random)"
bridge_url() { # ROLE DATABASE
  echo "postgres://$1_bridge:$(cat "$folder/postgresql/$1-bridge-password")@postgresql:5432/$2"
}
put bridge/configuration-database-url "$(bridge_url configuration config)"
put bridge/repository-database-url "$(bridge_url repository repository)"
# Login of the replay tool, which may only read content (profile `replay` of docker-compose.yml).
put replay/password "$(random)"
put replay/netrc "machine repository-service login replay password $(cat "$folder/replay/password")
"
