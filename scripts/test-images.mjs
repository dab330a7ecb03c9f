// npm run test:images [-- JEST ARGUMENTS]: runs the end-to-end tests against the contents of the container images.
// Builds the images into folders and runs their programs as an unprivileged user, on read-only file systems and with
// documented variables only. At the end, lists the test files that started no program from the images. Needs root to
// create that user and to mount read-only file systems.
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bootstrap, environment, root, run, say } from './bootstrap.mjs';
import { imagePrograms } from './image/programs.mjs';
import { formatClosingLine, runJest } from './jest.mjs';

await bootstrap();
const folder = mkdtempSync(join(tmpdir(), 'holdfast-images-'));
chmodSync(folder, 0o755);
process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => process.exit(1));
for (const image of Object.keys(imagePrograms)) {
  run('node', ['scripts/image.mjs', image, join(folder, image)]);
}

const wanted = process.argv.slice(2);
const outcome = await runJest(
  ['--testMatch=**/*.{test,judge}.ts', ...(wanted.length > 0 ? wanted : ['test-e2e/'])],
  { env: { ...environment, HOLDFAST_E2E_IMAGES: folder } },
);

const started = existsSync(join(folder, 'started'))
  ? readFileSync(join(folder, 'started'), 'utf8').split('\n')
  : [];
const starters = new Set(started.filter(Boolean).map((line) => line.split('\t')[1]));
const others = outcome.files.map(({ name }) => name.slice(root.length)).filter((file) => !starters.has(file));
say(`${started.length} processes from the images, started by ${starters.size} test files.`);
if (others.length > 0) {
  say(
    'Of these test files nothing ran from the images; they test the project around them, or start no service:',
  );
  for (const file of others.sort()) say(`  ${file}`);
}
console.log(formatClosingLine(outcome));
process.exit(outcome.succeeded ? 0 : 1);
