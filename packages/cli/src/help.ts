// The help texts; nothing here decides anything.

export const GENERAL_HELP = `holdfast: a command line for both services

Usage
  ./holdfast import FILE… --auid AUID [options]    import web archives, or folders of them
  ./holdfast export DESTINATION [options]          an AU or a selection as WARC, WACZ or BagIt bag
  ./holdfast migrate repository FOLDER…|URL        take over the content of an existing node
  ./holdfast migrate config FILE|URL               take over its AUs, their documents, its configuration
  ./holdfast user add|remove|list|hash [options]   the users of a users file, and their passwords
  ./holdfast keep COMMAND [options]                rebuild the index, check it, keep what is stored alive
  ./holdfast backup DESTINATION [options]          copy a whole node, while it works
  ./holdfast restore SOURCE [options]              make a node of a backup, or check one
  ./holdfast upgrade-database [options]            upgrade the embedded database to this version's PostgreSQL
  ./holdfast config get|put|show|reload [options]  read and store configuration files, load them anew
  ./holdfast aus COMMAND [options]                 list, export, import, add and delete Archival Units
  ./holdfast bridge [forget] [options]             tell programs that listen to a message broker of changes
  ./holdfast tdb check FILE… [options]             find what is wrong with files of a title database
  ./holdfast help [COMMAND]                        this text, or a command's own
  ./holdfast --version

'./holdfast COMMAND --help' explains the options of each.
`;

export const IMPORT_HELP = `holdfast import: sends archives to a repository service and shows what became of every record

Usage
  ./holdfast import FILE… --auid AUID [options]

FILE is an archive (WARC, ARC or WACZ; plain, gzip or zstandard: the service tells by the content), or a folder: the
archives below it, by the ends of their names (.warc, .arc, with .gz or .zst, and .wacz). '-' reads one from standard
input.

Options
  --auid AUID               Archival Unit that the artifacts belong to (required)
  --namespace NAME          namespace; the service's default one when not given
  --url URL                 the service (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                            http://127.0.0.1:24610)
  --store-duplicate         store a record whose content is that of the latest version of its URL as a new version
  --quarantine              store records that are damaged but whole, with a mark: those with a wrong block digest,
                            without an HTTP head, or without a date
  --exclude-status PATTERN  leave out records whose HTTP status matches this regular expression, e.g. '5..|404'
  --user NAME               who you are (HOLDFAST_USER; otherwise admin)
  --password-file FILE      file that holds the password (HOLDFAST_PASSWORD_FILE; or HOLDFAST_PASSWORD has it).
                            For the service that 'npm start' runs here it is found in the data folder;
                            otherwise you are asked for it.
  --jobs N                  send so many files at once (2 when a folder is given, otherwise 1). Versions of a URL are
                            numbered as they arrive: with 1 in the order of the files' names.
  --again                   send files of folders even when they are in already
  --report FILE             write what became of every file to FILE, as JSON
  --json                    print each record's status as a line of JSON on standard output, as it becomes durable,
                            and behind those of a file one that sums them up
  --quiet                   say nothing but what failed
  -h, --help                this text

A record is reported once it is safely stored. When an import is cut off, run it again: records that are already
there are reported as DUPLICATE and not stored twice (but with --store-duplicate they are new versions).

A file of a folder is passed over when it is in already: when a file with the same digest was imported into this AU
without an ERROR, and the service still has it. This is remembered in $XDG_STATE_HOME/holdfast/imports (otherwise
~/.local/state/holdfast/imports).

Exit code
  0  every record was stored, was there already, or was excluded
  1  a record could not be stored
  2  the command was not understood
  3  the service could not be reached, or refused
`;

export const EXPORT_HELP = `holdfast export: gets all of an AU, or of a selection, from a repository service as one file

Usage
  ./holdfast export DESTINATION [--auid AUID] [options]

DESTINATION is the file to be made, or with --format bag the folder.

Options
  --format FORMAT           warc (a .warc.gz of the stored records), wacz, tar (a BagIt bag in a tar archive), or
                            bag (a BagIt bag as a folder, with the AU's configuration); when not given, what the
                            end of DESTINATION says: .warc.gz, .wacz or .tar
  --auid AUID               Archival Unit to be exported; without it, all of the namespace
  --namespace NAME          namespace (default)
  --artifact-url URL        only artifacts of this URL
  --url-prefix PREFIX       only artifacts whose URL begins so
  --from TIME, --to TIME    only artifacts collected then; 1 to 14 digits of YYYYMMDDhhmmss
  --latest                  of each URL only the latest version among these
  --without-configuration   a bag without the AU's configuration
  --url URL                 the service (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                            http://127.0.0.1:24610)
  --config-url URL          the configuration service, for a bag (HOLDFAST_CONFIG_URL; otherwise likewise, or
                            http://127.0.0.1:24620)
  --user NAME               who you are (HOLDFAST_USER; otherwise admin)
  --password-file FILE      file that holds the password (HOLDFAST_PASSWORD_FILE; or HOLDFAST_PASSWORD has it).
                            For the service that 'npm start' runs here it is found in the data folder;
                            otherwise you are asked for it.
  --quiet                   say nothing but what failed
  -h, --help                this text

The file has its name when it is whole; until then it ends in .part. A run that was cut off goes on when it is
repeated, and begins anew when what is exported has changed meanwhile.

Exit code
  0  done
  1  there is no such AU, or nothing that matches
  2  the command was not understood, or the file cannot be written
  3  the service could not be reached, or refused
`;

export const USER_HELP = `holdfast user: who may log in, as a users file says

Usage
  ./holdfast user add NAME --role ROLE… [options]    add a user
  ./holdfast user remove NAME [--file FILE]          remove one
  ./holdfast user list [--file FILE]                 show names and roles
  ./holdfast user hash [--password-file FILE]        print the hash of a password, to be put into a file by other means

Options
  --role ROLE            what the user may do; may be given several times
                           accessContentRole   retrieve, list, replay
                           contentAdminRole    also import, create, commit, delete
                           auAdminRole         also mark AUs for bulk transfer
                           userAdminRole       everything
  --file FILE            the users file; made when it is not there. Otherwise USERS_FILE, or the file of the node in
                         this clone: users.json in its data folder (DATA_DIR)
  --password-file FILE   file that holds the new password; otherwise you are asked for it, or it is read from
                         standard input
  --replace              change a user that is there already: its password and its roles
  -h, --help             this text

The file is replaced whole, readable by its owner alone. The command says whether a node that runs here reads it; services
that read it take note within seconds.

Exit code
  0  done
  2  the command was not understood, or cannot be done
`;

export const CONFIG_HELP = `holdfast config: the configuration of a node, at its configuration service

Usage
  ./holdfast config get SECTION|URL [options]    print a configuration file, or one of the node's sources
  ./holdfast config put SECTION FILE [options]   store a configuration file; '-' reads it from standard input
  ./holdfast config show [KEY] [options]         what is set, and where; KEY may end with a full stop: all below it
  ./holdfast config reload [options]             have plugins, configuration and titles loaded anew

SECTION is one of ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups,
crawl_proxy, migration, expert, au, titledb, alert, cronstate; cluster and user-config can only be read.

Options
  -o, --output FILE      get: write it to a file, which is replaced when all of it has come
  --if-match TAG         put: only when the file is still the one with this tag, which get and put show
  --create-only          put: only when there is no such file yet
  --wait                 reload: until everything was loaded, and say what came of it
  --url URL              the service (HOLDFAST_CONFIG_URL; otherwise the one that 'npm start' runs here, or
                         http://127.0.0.1:24620)
  --user NAME            who you are (HOLDFAST_USER; otherwise admin)
  --password-file FILE   file that holds the password (HOLDFAST_PASSWORD_FILE; or HOLDFAST_PASSWORD has it).
                         For the service that 'npm start' runs here it is found in the data folder;
                         otherwise you are asked for it.
  -h, --help             this text

A file that cannot be read as configuration is refused with the line and column of its fault, and the old one stays.

Exit code
  0  done
  1  the file was refused, is not there, or is not as --if-match or --create-only demand; nobody sets KEY
  2  the command was not understood
  3  the service could not be reached, or refused
`;

export const TDB_HELP = `holdfast tdb: checks files of a title database before a service reads them

Usage
  ./holdfast tdb check FILE… [options]

FILE is a .tdb text, an XML or properties file with titles (by the end of its name), a folder with such files in it, or
'-' for a .tdb text on standard input. Each thing that is wrong is a line on standard output:

  file:line:column: what is wrong

All files together are one title database: an AU that is in it twice (the same plugin and parameters) is told, too.

Options
  --json       print what is wrong as lines of JSON: source, line, column, message
  -q, --quiet  print what is wrong and nothing else: no progress, no summary
  -h, --help   this text

Exit code
  0  nothing is wrong
  1  something is wrong
  2  the command was not understood, or a file cannot be read
`;
