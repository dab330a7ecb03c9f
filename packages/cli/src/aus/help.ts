export const AUS_HELP = `holdfast aus: manages the Archival Units (AUs) of a node at its configuration service

Usage
  ./holdfast aus list [options]                         print the AUs that are configured
  ./holdfast aus export [FILE] [options]                write all AUs with their documents
  ./holdfast aus import FILE… [options]                 store AUs with their documents
  ./holdfast aus add AUID…|--title PATTERN|--set NAME [options]    add AUs of the title database
  ./holdfast aus deactivate|reactivate|delete AUID…|--title PATTERN|--set NAME [options]

An export has a JSON line for each AU: its configuration (including secrets), state, agreements, suspect URLs, and peers
without the AU. Equal AUs give equal bytes. The format au.txt, which LOCKSS nodes read, contains configurations only.
'import' detects the format from the content, and reads '-' from standard input.

Options
  --format FORMAT        export: jsonl or au.txt (default: au.txt if FILE ends in .txt, otherwise jsonl)
  --replace              import: replace stored AUs that differ; without it, such an AU is a conflict and stays
                         unchanged
  --each                 import, with --replace: store AUs one by one, for a LOCKSS node, which has no bulk import
  --title PATTERN        AUs whose name or journal title contains PATTERN; with * or ? in it, PATTERN must match the
                         whole name. Case is ignored.
  --set NAME             AUs of a title set of the node's configuration (org.lockss.titleSet.ID.name, .class, .xpath)
  --file FILE            AUs whose AUIDs are in this file, one per line
  --where CONDITION      list: a condition of the query language, e.g. "active and substanceState = 'No'"
  --dry-run              add, deactivate, reactivate, delete: only print the AUs
  --yes                  delete: do not ask
  --json                 print results as lines of JSON
  --url URL              the service (HOLDFAST_CONFIG_URL; otherwise the one that 'npm start' runs here, or
                         http://127.0.0.1:24620)
  --user NAME            user name (HOLDFAST_USER; default: admin)
  --password-file FILE   file with the password (HOLDFAST_PASSWORD_FILE, or the password in HOLDFAST_PASSWORD).
                         For the services of 'npm start' the command reads the data folder;
                         otherwise it asks.
  -q, --quiet            print failures only
  -h, --help             print this text

Each AU is stored completely or not at all, and a failed AU does not stop the others. If an import is interrupted, run
it again: stored AUs are reported as unchanged.

Exit code
  0  done
  1  an AU failed or is in conflict, no AU matches, or a file could not be read
  2  the command or an option is invalid, or a file cannot be written
  3  the service could not be reached, or rejected the request
`;
