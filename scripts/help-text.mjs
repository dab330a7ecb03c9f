// Prints `./holdfast --help` and `./holdfast COMMAND --help` before anything is installed or built. Reads the help
// texts from the sources of the CLI. These sources contain only texts, so this script needs neither packages nor the
// pinned Node.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from './workspace.mjs';

/** File and export name of each command's help text. */
const texts = {
  everything: ['help.ts', 'GENERAL_HELP'],
  import: ['help.ts', 'IMPORT_HELP'],
  export: ['help.ts', 'EXPORT_HELP'],
  user: ['help.ts', 'USER_HELP'],
  config: ['help.ts', 'CONFIG_HELP'],
  tdb: ['help.ts', 'TDB_HELP'],
  aus: ['aus/help.ts', 'AUS_HELP'],
  backup: ['backup/help.ts', 'BACKUP_HELP'],
  restore: ['backup/help.ts', 'RESTORE_HELP'],
  migrate: ['migrate-help.ts', 'MIGRATE_HELP'],
  bridge: ['bridge/help.ts', 'BRIDGE_HELP'],
  doctor: ['doctor/help.ts', 'DOCTOR_HELP'],
};

/**
 * Returns the help text that the arguments request. Returns undefined without such a request, or if the command prints
 * its own help.
 */
export async function readRequestedHelp(words) {
  const about = findTopic(words);
  if (about === undefined) return undefined;
  const [file, name] = texts[about];
  const source = readFileSync(join(root, 'packages', 'cli', 'src', file));
  const found = await import(`data:text/javascript;base64,${source.toString('base64')}`);
  return found[name];
}

function findTopic([command, ...rest]) {
  if (command === undefined || isHelp(command)) return 'everything';
  if (command === 'help') return rest.length === 0 ? 'everything' : findKnownTopic(rest[0]);
  return rest.some(isHelp) ? findKnownTopic(command) : undefined;
}

const findKnownTopic = (word) => (word !== 'everything' && Object.hasOwn(texts, word) ? word : undefined);

const isHelp = (word) => word === '--help' || word === '-h';
