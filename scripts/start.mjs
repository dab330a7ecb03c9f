// npm start: installs and builds what is missing, then runs both services and all they need on the pinned Node. What
// would keep it from starting however much was installed is said before.
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { constants } from 'node:os';
import { join, resolve } from 'node:path';
import { faultsWords } from '../packages/standalone/early/faults.mjs';
import { portTroubles, wantedPorts } from '../packages/standalone/early/ports.mjs';
import { bootstrap, environment, root } from './bootstrap.mjs';
import { askedFor } from './on-demand.mjs';
import { textOf } from './text-of-setting.mjs';

refuseArguments(process.argv.slice(2));
await refuseTakenPorts();
await bootstrap({ toRun: true, asked: askedFor() });
const standalone = spawn('node', [join('packages', 'standalone', 'dist', 'main.js')], {
  cwd: root,
  env: { NODE_COMPILE_CACHE: join(root, '.cache', 'compiled'), ...environment },
  stdio: 'inherit',
});
// The standalone stops things in their order and takes its time for it: this process passes signals on and waits.
// (Ctrl-C also reaches it from the terminal, and npm repeats it; the standalone takes those for the one they are.)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => standalone.kill(signal));
standalone.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
standalone.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));

/** What is asked for by an argument would be missing in what starts. */
function refuseArguments(args) {
  if (args.length === 0) return;
  const help =
    'npm start takes no arguments. Settings are environment variables, as in: DATA_DIR=/srv/holdfast npm start';
  const isQuestion = args.every((word) => ['--help', '-h', 'help'].includes(word));
  console.error(`${help}\nAll of them are in docs/settings.md.`);
  process.exit(isQuestion ? 0 : 2);
}

/** When somebody may be running on the data folder, the standalone knows better whom the ports belong to. */
async function refuseTakenPorts() {
  if (existsSync(resolve(root, textOf('DATA_DIR') ?? 'data', 'running.json'))) return;
  const troubles = await portTroubles(wantedPorts(textOf));
  if (troubles.length === 0) return;
  console.error(faultsWords(troubles));
  process.exit(1);
}
