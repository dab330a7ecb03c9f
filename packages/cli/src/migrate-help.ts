// The help text of `holdfast migrate`; nothing here decides anything.

export const MIGRATE_HELP = `holdfast migrate: takes over what an existing node has

Usage
  ./holdfast migrate repository FOLDER… [options]    content, from the files of its repository
  ./holdfast migrate repository URL [options]        content, from its running repository service
  ./holdfast migrate config FILE|URL [options]       AUs, their documents, configuration files and accounts

FOLDER is a folder of the store: the one that has ns/ and tmp/warcs/ in it; a store of several is named whole. They are
only read. URL is the address of the service, such as http://127.0.0.1:24610.

Every artifact keeps its uuid, its version, both of its dates, its digest and its state; its payload is compared with that
digest on the way. What is deleted there is deleted here, too, if an earlier run brought it here from that same source (the
same folders, or the same address). Nothing else is ever deleted. A run that was cut off goes on when it is repeated, and
a run that finds little new takes little time: migrate while the node serves, then once more when it has stopped.

'config' takes au.txt, the backup file that a node makes (a ZIP file), or the address of a running node's configuration
service. AUs come with their state, agreements, suspect URLs and peers without them, as far as these are in the source: a
running node has all of them, its backup file has agreements, au.txt has none. What is here already and is otherwise is
told and left as it is, unless --replace is given; so it can be repeated, and the last run takes --replace to bring what has
changed since. Accounts are kept for the node's other services; here they log nobody in.

Options of 'config': --replace, --json, --url (HOLDFAST_CONFIG_URL), --user, --password-file, --from-user,
--from-password-file, --quiet, of which below

Options
  --replace                  config: store what differs in the place of what is there
  --verify                   copy nothing: read all there is on both sides, and compare it
  --namespace NAME           only this namespace (may be given several times)
  --auid AUID                only this Archival Unit (may be given several times)
  --as FOLDER|URL            this source is the one that was taken from FOLDER or URL before: what came from there may be
                             deleted as well (may be given several times)
  --quarantine               take over records as well whose payload is not the one that was stored, with a mark
  --jobs N                   so many Archival Units at once (2)
  --report FILE              write both sides of every Archival Unit to FILE, as JSON
  --json                     print these as lines of JSON on standard output, as they become known
  --state FOLDER             what is remembered of files and artifacts that are over here ($XDG_STATE_HOME/holdfast/migrations, else
                             ~/.local/state/holdfast/migrations, a folder for each source and target)
  --url URL                  the service that takes over (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                             http://127.0.0.1:24610)
  --user NAME                who you are there (HOLDFAST_USER; otherwise admin)
  --password-file FILE       file that holds the password (HOLDFAST_PASSWORD_FILE; or HOLDFAST_PASSWORD has it). For
                             the service that 'npm start' runs here it is found in the data folder; otherwise you are
                             asked for it.
  --from-user NAME           who you are at the node at URL, when it asks for that
  --from-password-file FILE  file that holds the password for that
  --quiet                    say nothing but what is not the same
  -h, --help                 this text

A running node lists committed artifacts only: uncommitted ones come over from its files.

Exit code
  0  both sides are the same
  1  they are not, or something could not be taken over as it was
  2  the command was not understood, or a file cannot be written
  3  a service could not be reached, or refused
`;
