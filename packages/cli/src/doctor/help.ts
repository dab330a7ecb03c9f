export const DOCTOR_HELP = `holdfast doctor: examines a node and says what is wrong with it and what to do

Usage
  ./holdfast doctor [options]

It reads the settings as 'npm start' and the services do, and tries everything that they lead to: settings, this
machine, PostgreSQL, object stores, free space, ports, running services and the message broker. It does not need a
running node. If the embedded PostgreSQL is not running, the command starts it for the time of the checks.

The first line names the worst fault. Lines begin with ✗ (fault), ! (warning) or i (advice); arrows say what to do.

Options
  --data DIR    data folder of 'npm start' (default: DATA_DIR)
  --json        print everything as JSON, also what is in order and all settings with their sources
  -q, --quiet   print findings only
  -h, --help    print this text

The command writes and deletes small objects in the object stores (holdfast/probe-…, holdfast-probe-…). Otherwise it
changes nothing. It prints no secrets. Each check ends after a time limit.

Exit code
  0  no fault (there may be warnings)
  1  a fault was found
  2  the command was not understood
`;
