// ./holdfast …: the command line of this clone. Installs and builds what is missing, then runs it on the pinned Node in
// the current folder.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';
import { askedHelp } from './help-text.mjs';
import { askedFor } from './on-demand.mjs';

const words = process.argv.slice(2);
// The help needs no installation.
if (words[0] === '--version') {
  const { version } = JSON.parse(readFileSync(join(root, 'packages', 'cli', 'package.json'), 'utf8'));
  console.log(`holdfast ${version}`);
  process.exit(0);
}
const help = await askedHelp(words);
if (help !== undefined) {
  process.stdout.write(help);
  process.exit(0);
}

await bootstrap({ toRun: true, asked: askedFor(words) });
const program = spawn('node', [join(root, 'packages/cli/dist/main.js'), ...words], {
  env: environment,
  stdio: 'inherit',
});
// The terminal sends Ctrl-C to the program as well; this process waits until the program has ended.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => program.kill(signal));
program.on('error', (error) => {
  console.error(error.message);
  process.exit(1);
});
program.on('exit', (code) => process.exit(code ?? 1));
