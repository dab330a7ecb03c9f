export const MIGRATE_HELP = `holdfast migrate: takes over the content and configuration of a LOCKSS node

Usage
  ./holdfast migrate repository FOLDER… [options]    content, from the files of its repository
  ./holdfast migrate repository URL [options]        content, from its running repository service
  ./holdfast migrate config FILE|URL [options]       AUs, their documents, configuration files and accounts

FOLDER is a folder of the LOCKSS store: the one that contains ns/ and tmp/warcs/. If the store has several folders, name
all of them. They are only read. URL is the address of the service, such as http://127.0.0.1:24610.

Every artifact keeps its UUID, version, dates, digest and state; its payload is compared with the digest. An artifact that
was deleted at the source is deleted here too if an earlier run copied it from the same source (the same folders, or the
same address). Nothing else is deleted. If a run is interrupted, run it again. A run with few changes is fast: migrate
while the node serves, then once more after it has stopped.

'config' reads au.txt, the backup file of a node (a ZIP file), or the configuration service of a running node. It takes
over AUs with their state, agreements, suspect URLs and peers without the AU, if the source has them: a running node has
all of them, its backup file has agreements, au.txt has none. An AU or file that differs from the stored one is reported
and not changed, unless --replace is given. Use --replace in the last run, to take over later changes. Accounts are stored
for the node's other services; nobody can log in to Holdfast with them.

Options of 'config': --replace, --json, --url (HOLDFAST_CONFIG_URL), --user, --password-file, --from-user,
--from-password-file, --quiet (described below)

Options
  --replace                  config: replace stored AUs and files that differ
  --verify                   copy nothing: read both sides completely and compare them
  --namespace NAME           only this namespace (may be given several times)
  --auid AUID                only this Archival Unit (may be given several times)
  --as FOLDER|URL            the source was migrated from FOLDER or URL before: artifacts from there may be deleted as
                             well (may be given several times)
  --quarantine               also take over records whose payload does not match its digest, marked as damaged
  --jobs N                   number of Archival Units to migrate at once (default: 2)
  --report FILE              write the comparison of every Archival Unit to FILE, as JSON
  --json                     print the comparisons as JSON lines on standard output as soon as they are known
  --state FOLDER             folder for the list of migrated files and artifacts (default:
                             $XDG_STATE_HOME/holdfast/migrations or ~/.local/state/holdfast/migrations, with a folder
                             for each source and target)
  --url URL                  target service (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                             http://127.0.0.1:24610)
  --user NAME                user name at the target (HOLDFAST_USER; default: admin)
  --password-file FILE       file with the password (HOLDFAST_PASSWORD_FILE, or the password in HOLDFAST_PASSWORD). For
                             the services of 'npm start' the command reads the data folder; otherwise it asks.
  --from-user NAME           user name at the source node, if it needs a login
  --from-password-file FILE  file with the password for the source node
  --quiet                    print differences only
  -h, --help                 print this text

A running node lists committed artifacts only: uncommitted ones come over from its files.

Exit code
  0  both sides are equal
  1  the sides differ, or something could not be taken over unchanged
  2  the command or an option is invalid, or a file cannot be written
  3  a service could not be reached, or rejected the request
`;

export const MIRROR_HELP = `holdfast keep mirror: keeps the artifacts of another Holdfast node in this node, too

Usage
  ./holdfast keep mirror --from URL [options]

URL is the address of the other node's repository service. The command compares the listings of both nodes, AU by AU, and
copies missing artifacts to this node. Every artifact keeps its UUID, version, dates, digest and state. Its record and the
records captured with it are copied byte for byte. An artifact that the source made from a revisit arrives with its
payload. This node compares every payload with the digest. Nothing is deleted here. If a run is interrupted, run the
command again: it continues where it stopped. Run it regularly to copy new artifacts.

Options
  --from URL                 repository service of the other node (required)
  --namespace NAME           only this namespace (may be given several times; default: all)
  --auid AUID                only this Archival Unit (may be given several times)
  --verify                   copy nothing: compare both sides
  --jobs N                   number of Archival Units to mirror at once (default: 2)
  --report FILE              write the comparison of every Archival Unit to FILE, as JSON
  --json                     print the comparisons as JSON lines on standard output as soon as they are known
  --url URL                  this node's service (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                             http://127.0.0.1:24610)
  --user NAME                user name at this node (HOLDFAST_USER; default: admin)
  --password-file FILE       file with the password (HOLDFAST_PASSWORD_FILE, or the password in HOLDFAST_PASSWORD). For
                             the services of 'npm start' the command reads the data folder; otherwise it asks.
  --from-user NAME           user name at the other node; the role accessContentRole is enough
  --from-password-file FILE  file with the password for the other node
  --quiet                    print differences only
  -h, --help                 print this text

NODE_EXTRA_CA_CERTS names a private authority of the other node's certificate.

Exit code
  0  everything that the other node has is here
  1  something differs, or could not be copied
  2  the command or an option is invalid, or a file cannot be written
  3  a service could not be reached, or rejected the request
`;
