// Runs tests whose result depends on the user and on the location of the clone. They run in a clone of the last commit,
// in a home folder with mode 700, as the current user. If that user is root, they also run as an unprivileged user
// created for this purpose. Copies installed and built files into the clone. The last line is `N passed, N failed, N
// skipped`.
import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { bootstrap, environment, root, say } from './bootstrap.mjs';
import { formatClosingLine } from './jest.mjs';

/** Tests that use the corpus if it is available, and tests that depend on the user or on the owner of the clone. */
const tests = [
  'packages/testkit',
  'packages/(warc|tdb|surt|auid|config-format)/.*(golden|corpus)',
  'services/.*/(.*golden|corpus)',
  'packages/standalone',
  'packages/object-store/test/fs',
];
const installed = /(^|\/)(node_modules|dist|\.cache)\/$|\.tsbuildinfo$/;
const isRoot = process.getuid() === 0;

await bootstrap();
const total = { passed: 0, failed: 0, skipped: 0 };
const account = isRoot ? createUser(`holdfast-ci-${process.pid}`) : undefined;
if (isRoot && account === undefined) {
  say('NOT RUN: a clone of an ordinary user, because none can be made here');
  addCounts({ passed: 0, failed: 0, skipped: 1 });
}
try {
  addCounts(runTestsIn(account?.home ?? createHome(), account));
} finally {
  if (account !== undefined) spawnSync('userdel', [account.name]);
}
console.log(formatClosingLine(total));
process.exit(total.failed === 0 ? 0 : 1);

function addCounts(counts) {
  for (const outcome of Object.keys(total)) total[outcome] += counts[outcome];
}

function createHome() {
  const folder = mkdtempSync(join(tmpdir(), 'holdfast-home-'));
  chmodSync(folder, 0o700);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** Creates a user account with a home folder. Returns undefined if this machine does not allow new accounts. */
function createUser(name) {
  const folder = createHome();
  const { status } = spawnSync('useradd', ['--no-create-home', '--home-dir', folder, name]);
  if (status !== 0) return undefined;
  const id = (flag) => Number(spawnSync('id', [flag, name], { encoding: 'utf8' }).stdout);
  return { name, home: folder, uid: id('-u'), gid: id('-g') };
}

function runTestsIn(folder, account) {
  const clone = join(folder, 'holdfast');
  runCommand('git', ['-c', 'safe.directory=*', 'clone', '--quiet', '--no-hardlinks', root, clone]);
  for (const path of listIgnoredPaths().filter((one) => installed.test(one)))
    copyTree(join(root, path), join(clone, path));
  for (const path of listNeededTools()) copyTree(join(homedir(), path), join(folder, path));
  if (account !== undefined) runCommand('chown', ['-R', `${account.uid}:${account.gid}`, folder]);
  say(`npm test as ${account === undefined ? 'the current user' : 'an ordinary user'}, in ${clone}`);
  const { HOLDFAST_CORPUS: _corpus, ...inherited } = environment;
  const { stdout } = spawnSync('npm', ['test', '--silent', '--', ...tests], {
    cwd: clone,
    env: { ...inherited, HOME: folder, XDG_CACHE_HOME: join(folder, '.cache') },
    stdio: ['ignore', 'pipe', 'inherit'],
    encoding: 'utf8',
    ...(account === undefined ? {} : { uid: account.uid, gid: account.gid }),
  });
  const left = findLeftovers(clone);
  if (left !== '') say(`FAIL: the tests left in the clone:\n${left}`);
  const [, ...numbers] = /(\d+) passed, (\d+) failed, (\d+) skipped\n$/.exec(stdout ?? '') ?? ['', 0, 1, 0];
  const [passed, failed, skipped] = numbers.map(Number);
  return { passed, failed: failed + (left === '' ? 0 : 1), skipped };
}

/** Returns the files of the home folder that the tests need. Without them, the S3 server would have to be compiled. */
function listNeededTools() {
  const tools = join('.cache', 'holdfast');
  const found = existsSync(join(homedir(), tools)) ? readdirSync(join(homedir(), tools)) : [];
  return found.filter((tool) => tool.startsWith('versitygw-')).map((tool) => join(tools, tool));
}

function listIgnoredPaths() {
  const listing = ['ls-files', '--others', '--ignored', '--exclude-standard', '--directory'];
  return runCommand('git', ['-c', 'safe.directory=*', ...listing])
    .split('\n')
    .filter(Boolean);
}

function findLeftovers(clone) {
  return runCommand('git', ['-c', 'safe.directory=*', '-C', clone, 'status', '--porcelain']);
}

function copyTree(from, to) {
  mkdirSync(dirname(to), { recursive: true });
  const filter = (path) => !/\/\.cache\/(?:jest|compiled|answers)$/.test(path);
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true, filter });
}

function runCommand(command, args) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 2 ** 26,
  });
  if (status !== 0) throw new Error(`${command} ${args.join(' ')}: ${stderr}`);
  return stdout;
}
