// The help text of `holdfast aus`.

export const AUS_HELP = `holdfast aus: the Archival Units of a node, at its configuration service

Usage
  ./holdfast aus list [options]                         print the AUs that are configured
  ./holdfast aus export [FILE] [options]                write all AUs with their documents
  ./holdfast aus import FILE… [options]                 store AUs with their documents
  ./holdfast aus add AUID…|--title PATTERN|--set NAME [options]    add AUs of the title database
  ./holdfast aus deactivate|reactivate|delete AUID…|--title PATTERN|--set NAME [options]

An export has a line of JSON for each AU: its configuration, with the secrets in it, and its state, agreements, suspect
URLs and peers without it. The same AUs are the same bytes. au.txt, which nodes of the field read, has configurations
alone. 'import' takes both, and '-' for standard input; what a file is it sees by its beginning.

Options
  --format FORMAT        export: jsonl or au.txt; when not given, what the end of FILE says (.txt)
  --replace              import: store what differs in the place of what is there; without it, that is a conflict, and
                         nothing of the AU is changed
  --each                 import, with --replace: store AUs one by one, as a node of the field knows it, which has no import
                         of many
  --title PATTERN        the AUs whose name, or whose journal's, has this in it; with * and ? in it, matches it as a
                         whole. Case does not matter.
  --set NAME             the AUs of a title set of the node's configuration (org.lockss.titleSet.ID.name, .class, .xpath)
  --file FILE            the AUs whose AUIDs stand in this file, one a line
  --where CONDITION      list: in the query language, e.g. "active and substanceState = 'No'"
  --dry-run              add, deactivate, reactivate, delete: only print which
  --yes                  delete: do not ask
  --json                 print results as lines of JSON
  --url URL              the service (HOLDFAST_CONFIG_URL; otherwise the one that 'npm start' runs here, or
                         http://127.0.0.1:24620)
  --user NAME            who you are (HOLDFAST_USER; otherwise admin)
  --password-file FILE   file that holds the password (HOLDFAST_PASSWORD_FILE; or HOLDFAST_PASSWORD has it).
                         For the service that 'npm start' runs here it is found in the data folder;
                         otherwise you are asked for it.
  -q, --quiet            say nothing but what failed
  -h, --help             this text

Each AU is stored whole or not at all, and one that fails keeps no other from being stored. When an import is cut off,
run it again: what is there already stays as it is.

Exit code
  0  done
  1  not all of it: an AU failed or is in conflict, there is no such AU, or a file could not be read
  2  the command was not understood, or a file cannot be written
  3  the service could not be reached, or refused
`;
