// npm start: installs and builds what is missing, then runs both services and all they need on the pinned Node.
import { spawn } from 'node:child_process';
import { constants } from 'node:os';
import { join } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';

bootstrap();
const standalone = spawn(
  'node',
  ['--enable-source-maps', join('packages', 'standalone', 'dist', 'main.js')],
  {
    cwd: root,
    env: environment,
    stdio: 'inherit',
  },
);
// The standalone stops things in their order and takes its time for it: this process passes signals on and waits.
// (Ctrl-C also reaches it from the terminal, and npm repeats it; the standalone takes those for the one they are.)
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => standalone.kill(signal));
standalone.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
standalone.on('exit', (code, signal) => process.exit(code ?? 128 + constants.signals[signal]));
