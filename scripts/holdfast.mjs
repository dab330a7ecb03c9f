#!/usr/bin/env node
// npx holdfast …: the command line of this clone. Installs and builds what is missing, then runs it on the pinned
// Node, in the folder it was called from.
import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { bootstrap, environment, root, run } from './bootstrap.mjs';

bootstrap({ build: false });
const wanted = [join('packages', 'cli')];
// The repository service's own program keeps its store.
if (process.argv[2] === 'keep') wanted.push(join('services', 'repository-service'));
run('node', [join('node_modules', 'typescript', 'bin', 'tsc'), '--build', ...wanted]);

const program = spawn('node', [join(root, 'packages/cli/dist/main.js'), ...process.argv.slice(2)], {
  env: environment,
  stdio: 'inherit',
});
// Ctrl-C reaches the program from the terminal itself; this process only waits for its end.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
program.on('exit', (code) => process.exit(code ?? 1));
