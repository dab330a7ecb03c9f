// npm run drill -- NAME [ARGUMENTS]: runs one of the long drills in test-e2e. Without a name, lists the drills.
import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { basename, join } from 'node:path';
import { bootstrap, environment, root } from './bootstrap.mjs';

await bootstrap();
const folder = join(root, 'test-e2e', 'dist', 'drills');
const drills = findDrills();
const names = Object.keys(drills).sort();
const [name, ...args] = process.argv.slice(2);
if (name === undefined || !names.includes(name)) {
  if (name !== undefined) console.error(`There is no drill '${name}'.`);
  console.error(
    names.length === 0 ? 'There are no drills yet.' : 'npm run drill -- NAME, where NAME is one of:',
  );
  for (const one of names) console.error(`  ${one}`);
  process.exit(name === undefined ? 0 : 2);
}

const drill = spawn('node', [drills[name], ...args], {
  cwd: root,
  env: environment,
  stdio: 'inherit',
});
// Ignores SIGINT and waits until the drill has cleaned up, because the terminal sends Ctrl-C to the drill as well.
process.on('SIGINT', () => {});
for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => drill.kill(signal));
drill.on('exit', (code) => process.exit(code ?? 1));

/** Returns the path of each drill by its name. Drills may be in subfolders. */
function findDrills() {
  if (!existsSync(folder)) return {};
  const programs = readdirSync(folder, { recursive: true }).filter(
    (file) => file.endsWith('.js') && !file.endsWith('.test.js'),
  );
  return Object.fromEntries(programs.map((file) => [basename(file, '.js'), join(folder, file)]));
}
