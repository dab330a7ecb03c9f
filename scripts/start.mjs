// npm start: installs and builds what is missing, then runs both services on the pinned Node. Before it installs
// anything, reports problems that would prevent the start.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { formatStartFaults } from '../packages/standalone/early/faults.mjs';
import { findPortConflicts, listPortsToCheck } from '../packages/standalone/early/ports.mjs';
import { bootstrap, environment, pinnedNode, root } from './bootstrap.mjs';
import { listNeededOnDemand } from './on-demand.mjs';
import { readSetting } from './read-setting.mjs';

refuseArguments(process.argv.slice(2));
await refuseTakenPorts();
await bootstrap({ toRun: true, asked: listNeededOnDemand() });
const program = join('packages', 'standalone', 'dist', 'main.js');
const env = { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...environment };
replaceProcess();
const standalone = spawn('node', [program], { cwd: root, env, stdio: 'inherit' });
// Forwards signals to the standalone process and waits until that process has stopped. The standalone process treats
// the several signals of one Ctrl-C (from the terminal, from npm and from here) as one request.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => standalone.kill(signal));
standalone.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
standalone.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/**
 * Replaces this process with the standalone process if this version of Node can, because a waiting process would take
 * 40 MB of memory. Otherwise returns.
 */
function replaceProcess() {
  if (process.execve === undefined) return;
  // Suppresses Node's warning that the function is experimental.
  process.removeAllListeners('warning');
  process.chdir(root);
  process.execve(pinnedNode, [pinnedNode, program], env);
}

/** Refuses arguments, because npm start would ignore them. */
function refuseArguments(args) {
  if (args.length === 0) return;
  const help =
    'npm start takes no arguments. Settings are environment variables, as in: DATA_DIR=/srv/holdfast npm start';
  const isQuestion = args.every((word) => ['--help', '-h', 'help'].includes(word));
  console.error(`${help}\nAll of them are in docs/settings.md.`);
  process.exit(isQuestion ? 0 : 2);
}

/**
 * Ends this process if a port is in use. Skips this check if a node may already be running on the data folder, because
 * the standalone process reports that conflict with a better message.
 */
async function refuseTakenPorts() {
  if (existsSync(resolve(root, readSetting('DATA_DIR') ?? 'data', 'running.json'))) return;
  const troubles = await findPortConflicts(listPortsToCheck(readSetting));
  if (troubles.length === 0) return;
  console.error(formatStartFaults(troubles));
  process.exit(1);
}
