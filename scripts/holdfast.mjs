// ./holdfast …: the CLI of this clone. Installs and builds what is missing, then runs the CLI on the pinned Node in the
// current folder.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';
import { readRequestedHelp } from './help-text.mjs';
import { listNeededOnDemand } from './on-demand.mjs';

const words = process.argv.slice(2);
// Version and help are printed without an installation.
if (words[0] === '--version') {
  const { version } = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'));
  console.log(`holdfast ${version}`);
  process.exit(0);
}
const help = await readRequestedHelp(words);
if (help !== undefined) {
  process.stdout.write(help);
  process.exit(0);
}

await bootstrap({ toRun: true, asked: listNeededOnDemand(words) });
const program = spawn('node', [join(root, 'packages/cli/dist/main.js'), ...words], {
  env: environment,
  stdio: 'inherit',
});
// Ignores SIGINT and waits until the program has exited, because the terminal sends Ctrl-C to the program as well.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
program.on('exit', (code) => process.exit(code ?? 1));
