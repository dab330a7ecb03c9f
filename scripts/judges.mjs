// npm run judges [-- --all] [--for SECONDS]: what judges the project from outside, in files named *.judge.ts: other people's programs
// (Kubernetes, Prometheus, pywb, jwarc, Schemathesis, a browser), the drills in their short forms, the benchmarks once
// and small. The first line of each names the files and folders it judges: `// Judges: k8s monitoring`. It runs when
// anything in those, or beside it, has changed since it passed; with --all it runs anyway. With --for, none is started
// when so much time has gone by; which ones come first is another order for each commit, so that in time each has its turn.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bootstrap, root, say } from './bootstrap.mjs';
import { closingLine, runJest } from './jest.mjs';

const suffix = '.judge.ts';
/** Judges that are started together while the time is looked at. */
const SOME = 2;
const notSources = new Set(['node_modules', 'dist', '.cache']);
const record = join(root, '.cache', 'judges.json');

const known = /^(?:--all|--for|\d+)$/;
const unknown = process.argv.slice(2).find((word) => !known.test(word));
if (unknown !== undefined) {
  console.error(`There is no ${unknown}: npm run judges -- [--all] [--for SECONDS]`);
  process.exit(2);
}

await bootstrap();
const passedBefore = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
const judges = ['packages', 'services', 'bench', 'test-e2e']
  .flatMap((folder) => filesIn(join(root, folder)))
  .filter((file) => file.endsWith(suffix))
  .map((file) => ({ name: relative(root, file), state: stateOf(file) }));
const all = process.argv.includes('--all');
const due = judges.filter(({ name, state }) => all || passedBefore[name] !== state);
for (const { name } of judges.filter((judge) => !due.includes(judge)))
  say(`UNCHANGED since it passed: ${name}`);

const endMs = Date.now() + secondsGiven() * 1000;
const outcome = { passed: 0, failed: 0, skipped: 0, files: [], succeeded: true };
const left = Number.isFinite(endMs) ? inTurn(due) : [...due];
const ran = [];
while (left.length > 0 && Date.now() < endMs) {
  const next = left.splice(0, Number.isFinite(endMs) ? SOME : left.length);
  const { passed, failed, skipped, files, succeeded } = runJest([
    ...[`--testMatch=**/*${suffix}`, '--runTestsByPath'],
    ...next.map(({ name }) => name),
  ]);
  outcome.passed += passed;
  outcome.failed += failed;
  outcome.skipped += skipped;
  outcome.files.push(...files);
  outcome.succeeded &&= succeeded;
  ran.push(...next);
}
for (const { name } of left) say(`NO TIME LEFT for ${name}`);
outcome.skipped += left.length;
for (const { name, state } of ran) {
  if (hasPassed(outcome.files.find((file) => relative(root, file.name) === name))) passedBefore[name] = state;
  else delete passedBefore[name];
}
mkdirSync(dirname(record), { recursive: true });
writeFileSync(record, JSON.stringify(passedBefore, null, 2));
console.log(closingLine(outcome));
process.exit(outcome.succeeded ? 0 : 1);

/** Infinity when any time will do. */
function secondsGiven() {
  const at = process.argv.indexOf('--for');
  if (at < 0) return Number.POSITIVE_INFINITY;
  const seconds = Number(process.argv[at + 1]);
  if (!(seconds >= 0)) throw new Error('--for takes a number of seconds.');
  return seconds;
}

function inTurn(judges) {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const turn = ({ name }) => createHash('sha256').update(`${commit} ${name}`).digest('hex');
  return judges.toSorted((a, b) => (turn(a) < turn(b) ? -1 : 1));
}

/** A judge that could not be had has not passed. */
function hasPassed(file) {
  return file?.status === 'passed' && file.assertionResults.every(({ status }) => status === 'passed');
}

/** A hash of all that the judge judges, of what it consists of, and of the dependencies. */
function stateOf(judge) {
  const [, judged] = /^\/\/ Judges: (.+)\n/.exec(readFileSync(judge, 'utf8')) ?? [];
  if (judged === undefined) throw new Error(`The first line of ${judge} does not say what it judges.`);
  const hash = createHash('sha256');
  const places = [...judged.split(' '), relative(root, dirname(judge)), 'pnpm-lock.yaml'];
  for (const file of places.flatMap((place) => filesIn(join(root, place)))) {
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function filesIn(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (notSources.has(entry.name)) return [];
    if (entry.isDirectory()) return filesIn(join(place, entry.name));
    return entry.isFile() ? [join(place, entry.name)] : [];
  });
}
