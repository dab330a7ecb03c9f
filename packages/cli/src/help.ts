export const GENERAL_HELP = `holdfast: a command line for both services

Usage
  ./holdfast import FILE… --auid AUID [options]    import web archives, or folders of them
  ./holdfast export DESTINATION [options]          export an AU or a selection as WARC, WACZ or BagIt bag
  ./holdfast migrate repository FOLDER…|URL        take over the content of an existing node
  ./holdfast migrate config FILE|URL               take over the AUs and configuration of an existing node
  ./holdfast user add|remove|disable|list|…        manage the users of a users file, and their passwords
  ./holdfast token add|list|revoke [options]       manage API tokens for programs
  ./holdfast keep COMMAND [options]                rebuild and check the index, verify and maintain the store
  ./holdfast keep mirror --from URL [options]      copy the artifacts of another node to this node
  ./holdfast doctor [options]                      check a node for problems
  ./holdfast backup DESTINATION [options]          back up a whole node while it runs
  ./holdfast restore SOURCE [options]              restore a node from a backup, or check one
  ./holdfast upgrade-database [options]            upgrade the embedded database to this version's PostgreSQL
  ./holdfast config get|put|show|reload [options]  read, store and reload configuration files
  ./holdfast aus COMMAND [options]                 list, export, import, add and delete Archival Units
  ./holdfast bridge [forget] [options]             publish changes to a message broker
  ./holdfast tdb check FILE… [options]             check files of a title database
  ./holdfast help [COMMAND]                        print this text, or the help of a command
  ./holdfast --version

'./holdfast COMMAND --help' explains the options of a command.
`;

export const IMPORT_HELP = `holdfast import: imports archives into a repository service and reports the result of every record

Usage
  ./holdfast import FILE… --auid AUID [options]

FILE is an archive or a folder. Archives are WARC, ARC or WACZ files; plain, gzip or zstandard: the service detects the
format from the content. In a folder and its subfolders, the command imports files that end in .warc, .arc (also with
.gz or .zst) or .wacz. '-' reads an archive from standard input.

Options
  --auid AUID               Archival Unit that the artifacts belong to (required)
  --namespace NAME          namespace (default: the default namespace of the service)
  --url URL                 the service (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                            http://127.0.0.1:24610)
  --store-duplicate         store a new version even if the content equals the latest version of the URL
  --quarantine              store damaged but complete records, marked as damaged: records with a wrong block
                            digest, without HTTP headers, or without a date
  --exclude-status PATTERN  leave out records whose HTTP status matches this regular expression, e.g. '5..|404'
  --user NAME               user name (HOLDFAST_USER; default: admin)
  --password-file FILE      file with the password (HOLDFAST_PASSWORD_FILE, or the password in HOLDFAST_PASSWORD).
                            For the services of 'npm start' the command reads the data folder;
                            otherwise it asks.
  --jobs N                  number of files to send at once (default: 2 for a folder, otherwise 1). Versions of a URL
                            are numbered in the order of arrival: with 1, in the order of the file names.
  --again                   send files of folders even if they were imported before
  --report FILE             write the result of every file to FILE, as JSON
  --json                    print the status of each record as a JSON line on standard output as soon as it is durable,
                            and a summary line after each file
  --quiet                   print failures only
  -h, --help                print this text

A record is reported when it is safely stored. If an import is interrupted, run it again: records that are already
stored are reported as DUPLICATE and not stored twice (with --store-duplicate they become new versions).

A file of a folder is skipped if a file with the same digest was imported into this AU without an ERROR, and the service
still has it. The command records imported files in $XDG_STATE_HOME/holdfast/imports (default:
~/.local/state/holdfast/imports).

Exit code
  0  every record was stored, was stored before, or was excluded
  1  a record could not be stored
  2  the command or an option is invalid
  3  the service could not be reached, or rejected the request
`;

export const EXPORT_HELP = `holdfast export: exports an AU or a selection of artifacts from a repository service to one file

Usage
  ./holdfast export DESTINATION [--auid AUID] [options]

DESTINATION is the file to create, or with --format bag the folder.

Options
  --format FORMAT           warc (a .warc.gz of the stored records), wacz, tar (a BagIt bag in a tar archive), or
                            bag (a BagIt bag as a folder, with the AU's configuration). By default, the end of
                            DESTINATION decides: .warc.gz, .wacz or .tar
  --auid AUID               Archival Unit to export (default: the whole namespace)
  --namespace NAME          namespace (default: default)
  --artifact-url URL        only artifacts of this URL
  --url-prefix PREFIX       only artifacts whose URL starts with PREFIX
  --from TIME, --to TIME    only artifacts collected in this period; 1 to 14 digits of YYYYMMDDhhmmss
  --latest                  only the latest matching version of each URL
  --without-configuration   create the bag without the AU's configuration
  --url URL                 the service (HOLDFAST_URL; otherwise the one that 'npm start' runs here, or
                            http://127.0.0.1:24610)
  --config-url URL          the configuration service, for a bag (HOLDFAST_CONFIG_URL; otherwise likewise, or
                            http://127.0.0.1:24620)
  --user NAME               user name (HOLDFAST_USER; default: admin)
  --password-file FILE      file with the password (HOLDFAST_PASSWORD_FILE, or the password in HOLDFAST_PASSWORD).
                            For the services of 'npm start' the command reads the data folder;
                            otherwise it asks.
  --quiet                   print failures only
  -h, --help                print this text

Until the file is complete, its name ends in .part. If an export is interrupted, run it again: it continues where it
stopped, or starts again if the exported artifacts have changed.

Exit code
  0  done
  1  the AU does not exist, or nothing matches
  2  the command or an option is invalid, or the file cannot be written
  3  the service could not be reached, or rejected the request
`;

export const USER_HELP = `holdfast user: manages the users in a users file

Usage
  ./holdfast user add NAME --role ROLE… [options]    add a user
  ./holdfast user remove NAME [--file FILE]          remove a user
  ./holdfast user disable NAME|--subject SUBJECT     refuse logins, and end all sessions
  ./holdfast user enable NAME|--subject SUBJECT      allow logins again; old sessions stay ended
  ./holdfast user end-sessions NAME|--subject SUBJECT
                                                     end all sessions; the user may log in again
  ./holdfast user list [--file FILE]                 show names and roles
  ./holdfast user hash [--password-file FILE]        print the hash of a password

Options
  --role ROLE            role of the user; may be given several times
                           accessContentRole   retrieve, list, replay
                           contentAdminRole    also import, create, commit, delete
                           auAdminRole         also mark AUs for bulk transfer
                           userAdminRole       everything
  --file FILE            users file; created if it does not exist. Default: USERS_FILE, or the file of the node in
                         this clone: users.json in its data folder (DATA_DIR)
  --password-file FILE   file with the new password; by default the command asks, or reads standard input
  --replace              change the password and the roles of an existing user
  --subject SUBJECT      user of the OpenID Connect provider, by the identifier at the provider (sub; providerUser in
                         the audit log)
  -h, --help             print this text

The file is replaced as a whole and is readable by its owner only. The command says whether a node of this clone reads
the file. Services apply changes within seconds.

Exit code
  0  done
  2  the command or an option is invalid, or failed
`;

export const TOKEN_HELP = `holdfast token: manages API tokens in a users file

Usage
  ./holdfast token add NAME --owner USER --role ROLE… [options]   create a token and print it
  ./holdfast token list [--file FILE]                             show ids, owners, names, roles and ends
  ./holdfast token revoke ID [--file FILE]                        end a token

Options
  --owner USER       user that the token acts for. The token can never do more than this user, and ends with it
  --role ROLE        role of the token, as of 'holdfast user'; may be given several times
  --namespace NAME   namespace of the repository that the token may use; may be given several times. Default: all
  --days N           days until the token ends, 1 to 3650. Default: 90
  --file FILE        users file; created if it does not exist. Default: USERS_FILE, or the file of the node in this
                     clone: users.json in its data folder (DATA_DIR)
  -h, --help         print this text

Only the token is written to standard output. It is stored nowhere and not shown again. Send it as
'Authorization: Bearer TOKEN'. Services apply changes within seconds.

Exit code
  0  done
  2  the command or an option is invalid, or failed
`;

export const CONFIG_HELP = `holdfast config: reads and changes the configuration of a node at its configuration service

Usage
  ./holdfast config get SECTION|URL [options]    print a configuration file, or one of the node's sources
  ./holdfast config put SECTION FILE [options]   store a configuration file; '-' reads it from standard input
  ./holdfast config show [KEY] [options]         print parameters and their sources; a KEY that ends with '.' is a prefix
  ./holdfast config reload [options]             reload plugins, configuration and titles

SECTION is one of ui_ip_access, proxy_ip_access, plugin, icp_server, audit_proxy, content_servers, access_groups,
crawl_proxy, migration, expert, au, titledb, alert, cronstate; cluster and user-config can only be read.

Options
  -o, --output FILE      get: write to a file, which is replaced when the download is complete
  --if-match TAG         put: store only if the current file has this tag, which get and put print
  --create-only          put: store only if the file does not exist
  --wait                 reload: wait until everything is loaded, and print the result
  --url URL              the service (HOLDFAST_CONFIG_URL; otherwise the one that 'npm start' runs here, or
                         http://127.0.0.1:24620)
  --user NAME            user name (HOLDFAST_USER; default: admin)
  --password-file FILE   file with the password (HOLDFAST_PASSWORD_FILE, or the password in HOLDFAST_PASSWORD).
                         For the services of 'npm start' the command reads the data folder;
                         otherwise it asks.
  -h, --help             print this text

A file that is not valid configuration is rejected with the line and column of the error. The old file stays in effect.

Exit code
  0  done
  1  the file was refused, does not exist, or does not meet --if-match or --create-only; or no source sets KEY
  2  the command or an option is invalid
  3  the service could not be reached, or rejected the request
`;

export const TDB_HELP = `holdfast tdb: checks files of a title database before a service reads them

Usage
  ./holdfast tdb check FILE… [options]

FILE is a .tdb file, an XML or properties file with titles (by the end of its name), a folder with such files, or '-'
for .tdb text on standard input. Each problem is a line on standard output:

  file:line:column: message

All files together form one title database: the command also reports AUs that occur twice (same plugin and parameters).

Options
  --json       print problems as JSON lines: source, line, column, message
  -q, --quiet  print problems only: no progress, no summary
  -h, --help   print this text

Exit code
  0  no problems
  1  problems were found
  2  the command or an option is invalid, or a file cannot be read
`;
