export const BACKUP_HELP = `holdfast backup: backs up a whole node while it runs

Usage
  ./holdfast backup DESTINATION [options]

DESTINATION is a folder, or a bucket: s3://BUCKET or s3://BUCKET/PREFIX, at the S3 server of BACKUP_S3_ENDPOINT
(with BACKUP_S3_ACCESS_KEY_ID and so on; otherwise the S3_… settings apply). It must not overlap the node's own store.
Use the same destination every time: stored objects never change, so only new ones are copied.

A backup contains the index, the configuration service's database, every stored object in the index, the users file and
the passwords that 'npm start' generated. It is a consistent snapshot: everything acknowledged before the command
started is included. It does not contain settings, external configuration sources, logs, the audit log, or data that
was not acknowledged. It contains secrets, so a new folder is readable by its owner only.

The command finds the node in the data folder of 'npm start', running or not, or by DATABASE_URL and OBJECT_STORE. If
each service has its own database, set REPOSITORY_DATABASE_URL and CONFIG_DATABASE_URL.

Options
  --data DIR   data folder of 'npm start' (default: DATA_DIR, or data)
  --keep N     keep the latest N backups, including this one; remove older ones and the objects that only they need
  --json       print the result as JSON
  -q, --quiet  print errors only
  -h, --help   print this text

Each object is checked while it is read. A missing or damaged object is reported, and the others are still copied.
If a backup is interrupted, run it again: copied objects are kept.

Exit code
  0  done
  1  done, but something in the node's store is missing or damaged
  2  the command or an option is invalid
  3  the backup failed, and there is no new backup
`;

export const RESTORE_HELP = `holdfast restore: restores a node from a backup, or checks a backup

Usage
  ./holdfast restore SOURCE [options]

SOURCE is the folder or bucket that './holdfast backup' wrote to. The node is restored into an empty data folder, or into
the empty databases and the empty store of DATABASE_URL and OBJECT_STORE (REPOSITORY_DATABASE_URL and
CONFIG_DATABASE_URL for two databases). Do not start services on them before the restore has finished.

The command first reads the whole backup and compares it with its digests. It refuses a damaged backup before it writes
anything, and lists the damage. If a restore is interrupted, run it again.

Options
  --check      check the backup without restoring it
  --id ID      ID of the backup (default: the latest)
  --data DIR   data folder to create (default: DATA_DIR, or data)
  --json       print the result as JSON
  -q, --quiet  print errors only
  -h, --help   print this text

Exit code
  0  done; with --check: the backup is intact
  1  done, but something was missing or damaged when the backup was made; with --check: the backup is damaged
  2  the command or an option is invalid
  3  failed: the backup is damaged, the target is not empty, or a database or store cannot be reached
`;
