// npm run judges [-- NAME...] [--all] [--for SECONDS] [--list]: runs the judges, which are the slow tests in files
// named *.judge.ts. Judges test the project with third-party programs (Kubernetes, Prometheus, pywb, jwarc,
// Schemathesis, a browser), or are shortened drills and small benchmarks. The first line of each judge lists the files
// and folders that the judge covers: `// Covers: k8s monitoring`. By default, runs the judges that have not passed
// since one of these files, or a file next to the judge, has changed. NAME (a file name, a path, or a folder above)
// runs the named judges in any case. --all runs all judges. --for starts no judge after SECONDS; the order depends on
// the commit, so that each judge runs sooner or later. --list prints the names and runs none.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { bootstrap, root, say } from './bootstrap.mjs';
import { formatClosingLine, runJest } from './jest.mjs';

const suffix = '.judge.ts';
/** Number of judges to start before checking the time again. */
const SOME = 2;
const notSources = new Set(['node_modules', 'dist', '.cache']);
const record = join(root, '.cache', 'judges.json');

const judges = ['packages', 'services', 'bench', 'test-e2e']
  .flatMap((folder) => collectFiles(join(root, folder)))
  .filter((file) => file.endsWith(suffix))
  .map((file) => relative(root, file));
const { names, options } = parseArguments(process.argv.slice(2));
const chosen =
  names.length === 0 ? judges : judges.filter((judge) => names.some((name) => isNamed(judge, name)));
if (options.list) {
  for (const judge of chosen) console.log(judge);
  process.exit(0);
}

await bootstrap();
const passedBefore = existsSync(record) ? JSON.parse(readFileSync(record, 'utf8')) : {};
const all = options.all || names.length > 0;
const candidates = chosen.map((name) => ({ name, state: hashState(join(root, name)) }));
const due = candidates.filter(({ name, state }) => all || passedBefore[name] !== state);
for (const { name } of candidates.filter((judge) => !due.includes(judge)))
  say(`UNCHANGED since it passed: ${name}`);

const endMs = Date.now() + options.seconds * 1000;
const outcome = { passed: 0, failed: 0, skipped: 0, files: [], succeeded: true };
const left = Number.isFinite(endMs) ? sortForCommit(due) : [...due];
const ran = [];
while (left.length > 0 && Date.now() < endMs) {
  const next = left.splice(0, Number.isFinite(endMs) ? SOME : left.length);
  const { passed, failed, skipped, files, succeeded } = await runJest([
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
console.log(formatClosingLine(outcome));
process.exit(outcome.succeeded ? 0 : 1);

/** Ends this process with the usage message if an option or a judge does not exist. */
function parseArguments(words) {
  const options = { all: false, list: false, seconds: Number.POSITIVE_INFINITY };
  const names = [];
  for (let word = words.shift(); word !== undefined; word = words.shift()) {
    if (word === '--all') options.all = true;
    else if (word === '--list') options.list = true;
    else if (word === '--for') options.seconds = Number(words.shift());
    else names.push(word);
  }
  if (!(options.seconds >= 0)) exitWithUsage('--for takes a number of seconds.');
  const unknown = names.find((name) => !judges.some((judge) => isNamed(judge, name)));
  if (unknown !== undefined)
    exitWithUsage(`There is no judge ${unknown}. The judges are:\n${judges.join('\n')}`);
  return { names, options };
}

function exitWithUsage(reason) {
  console.error(`${reason}\nUsage: npm run judges -- [NAME...] [--all] [--for SECONDS] [--list]`);
  process.exit(2);
}

/** Returns whether `name` is the judge's path, its file name (with or without extension), or a folder above it. */
function isNamed(judge, name) {
  const wanted = `/${name.replace(/\/$/, '')}/`;
  return [judge, judge.slice(0, -suffix.length)].some((path) => `/${path}/`.includes(wanted));
}

function sortForCommit(judges) {
  const commit = spawnSync('git', ['rev-parse', 'HEAD'], { cwd: root, encoding: 'utf8' }).stdout ?? '';
  const turn = ({ name }) => createHash('sha256').update(`${commit} ${name}`).digest('hex');
  return judges.toSorted((a, b) => (turn(a) < turn(b) ? -1 : 1));
}

/** Returns whether a judge has passed and no test in it was skipped. */
function hasPassed(file) {
  return file?.status === 'passed' && file.assertionResults.every(({ status }) => status === 'passed');
}

/** Hashes the files that the judge covers, the files next to it, and the lockfile. */
function hashState(judge) {
  const [, judged] = /^\/\/ Covers: (.+)\n/.exec(readFileSync(judge, 'utf8')) ?? [];
  if (judged === undefined) throw new Error(`The first line of ${judge} does not say what it judges.`);
  const hash = createHash('sha256');
  const places = [...judged.split(' '), relative(root, dirname(judge)), 'pnpm-lock.yaml'];
  for (const file of places.flatMap((place) => collectFiles(join(root, place)))) {
    hash.update(`${relative(root, file)}\n`).update(readFileSync(file));
  }
  return hash.digest('hex');
}

function collectFiles(place) {
  if (!statSync(place).isDirectory()) return [place];
  return readdirSync(place, { withFileTypes: true }).flatMap((entry) => {
    if (notSources.has(entry.name)) return [];
    if (entry.isDirectory()) return collectFiles(join(place, entry.name));
    return entry.isFile() ? [join(place, entry.name)] : [];
  });
}
