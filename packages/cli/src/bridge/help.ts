export const BRIDGE_HELP = `holdfast bridge: publishes changes of the node to the topics of a message broker

Usage
  ./holdfast bridge [--data FOLDER]          run until stopped
  ./holdfast bridge forget [--data FOLDER]   discard pending changes, and keep none from now on

BRIDGE_BROKER names the broker, for example stomp://127.0.0.1:61613 (ActiveMQ). BRIDGE_CONFIGURATION_DATABASE_URL and
BRIDGE_REPOSITORY_DATABASE_URL name the databases of the services (default: those of the node of 'npm start').
docs/settings.md lists all settings, and docs/bridge.md describes the messages.

After the first start, the node's database keeps each change until a broker has accepted it.

Options
  --data FOLDER   data folder of 'npm start'
  -h, --help      print this text

Exit code
  0  stopped, or 'forget' is done
  1  wrong settings, or the bridge failed
  2  the command or an option is invalid
`;
