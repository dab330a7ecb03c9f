export const DOCTOR_HELP = `holdfast doctor: checks a node for problems and suggests solutions

Usage
  ./holdfast doctor [options]

The command reads the same settings as 'npm start' and the services. It checks the settings, this machine, PostgreSQL,
object stores, free space, ports, running services and the message broker. The node need not be running. If the embedded
PostgreSQL is not running, the command starts it during the checks.

The first line names the worst fault. Lines begin with ✗ (fault), ! (warning) or i (advice); arrows say what to do.

Options
  --data DIR    data folder of 'npm start' (default: DATA_DIR)
  --json        print all results and all settings with their sources as JSON
  -q, --quiet   print findings only
  -h, --help    print this text

The command writes and deletes small objects in the object stores (holdfast/probe-…, holdfast-probe-…). Otherwise it
changes nothing. It prints no secrets. Each check ends after a time limit.

Exit code
  0  no fault (there may be warnings)
  1  a fault was found
  2  the command or an option is invalid
`;
