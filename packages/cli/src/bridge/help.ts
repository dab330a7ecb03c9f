// The help of `holdfast bridge`; nothing here decides anything.

export const BRIDGE_HELP = `holdfast bridge: tells programs that listen to topics of a message broker what changes in the node

Usage
  ./holdfast bridge [--data FOLDER]          runs until it is stopped
  ./holdfast bridge forget [--data FOLDER]   no bridge is to come any more: nothing is kept for one from now on

BRIDGE_BROKER names the broker, for example stomp://127.0.0.1:61613 (ActiveMQ). The databases of both services are those of
BRIDGE_CONFIGURATION_DATABASE_URL and BRIDGE_REPOSITORY_DATABASE_URL; where neither is set, those of the node that
'npm start' runs. docs/settings.md has all settings, docs/bridge.md says what is told, and how.

From its first start on, changes are kept in the node's database until a broker has taken them.

Options
  --data FOLDER   the data folder of 'npm start'
  -h, --help      this text

Exit code
  0  it was stopped, or has forgotten
  1  the settings cannot be used, or it cannot work
  2  the command was not understood
`;
