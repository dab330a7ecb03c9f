// The help texts of `holdfast backup` and `holdfast restore`.

export const BACKUP_HELP = `holdfast backup: copies a whole node, while it works

Usage
  ./holdfast backup DESTINATION [options]

DESTINATION is a folder, or a bucket: s3://BUCKET or s3://BUCKET/PREFIX, at the S3 server of BACKUP_S3_ENDPOINT
(with BACKUP_S3_ACCESS_KEY_ID and so on; otherwise as S3_… say). It must not lie in the node's own store. Give the
same one every time: what is stored never changes, so that only what is new is copied.

In it are the index, the configuration service's database, every stored object that the index names, the users file and
the passwords that 'npm start' made. All of it is of one moment: what was acknowledged before the command was
given is in it. Not in it are settings, configuration sources that lie elsewhere, logs, the lines of the audit log,
and what has not been acknowledged. It holds secrets; a folder is made for its owner alone.

It finds the node as 'npm start' does, in its data folder, running or not; or by DATABASE_URL and OBJECT_STORE. Where
each service has a database of its own, REPOSITORY_DATABASE_URL and CONFIG_DATABASE_URL name them.

Options
  --data DIR   the data folder of 'npm start', when it is not the usual one
  --keep N     leave the latest N backups there, this one included, and remove objects that only others needed
  --json       print the result as JSON
  -q, --quiet  show no progress, and nothing at all when all is well
  -h, --help   this text

Each object is checked as it is read. One that the node's store does not give back whole is told, and does not keep the
others from being copied. A backup that is stopped or killed can be given again; what it has copied stays.

Exit code
  0  done
  1  done, but something in the node's store is missing or damaged
  2  the command was not understood
  3  it could not be done, and there is no new backup
`;

export const RESTORE_HELP = `holdfast restore: makes a node of a backup, or checks one

Usage
  ./holdfast restore SOURCE [options]

SOURCE is the folder or bucket that './holdfast backup' was given. The node is made where 'npm start' would look for it:
in an empty data folder, or in the empty databases and the empty store that DATABASE_URL and OBJECT_STORE name
(REPOSITORY_DATABASE_URL and CONFIG_DATABASE_URL where there are two). Services must not run on them before it is done.

First all of the backup is read and compared with its digests; a damaged one is refused, with what is damaged, before
anything is written. A restore that is stopped or killed can be given again.

Options
  --check      only read the backup, and say whether it is whole
  --id ID      which backup; otherwise the latest
  --data DIR   the data folder to make, when it is not the usual one
  --json       print the result as JSON
  -q, --quiet  show no progress, and nothing at all when all is well
  -h, --help   this text

Exit code
  0  done; with --check: the backup is whole
  1  done, but something was missing or damaged when the backup was made; with --check: the backup is damaged
  2  the command was not understood
  3  it could not be done: the backup is damaged, the place is not empty, or something cannot be reached
`;
