// npm run check:dependencies [-- licences | vulnerabilities | images] [-- --registry=URL --hub=URL]: checks the
// production dependencies.
//   licences         checks the licence of every production package; needs no network
//   vulnerabilities  asks the package registry for vulnerabilities of severity high or worse
//   images           asks Docker Hub for newer tags of the images in compose, Kubernetes and the Dockerfiles
// Exit code 1: a check failed. Exit code 3: a check could not run, and no other check failed.
import { spawnSync } from 'node:child_process';
import { bootstrap, environment, root } from './bootstrap.mjs';
import { fetchPublishedTags, findNewerTag, listThirdPartyImages } from './image-tags.mjs';

/** Licences that are compatible with Apache-2.0 and require only attribution. */
const allowedLicences = [
  'MIT',
  'MIT-0',
  'Apache-2.0',
  'ISC',
  'BSD-2-Clause',
  'BSD-3-Clause',
  '0BSD',
  'CC0-1.0',
  'BlueOak-1.0.0',
  '(MIT AND Zlib)',
  // The project uses packages with this choice of licences under Apache-2.0.
  '(MPL-2.0 OR Apache-2.0)',
  // The project uses packages with this choice of licences under BSD-3-Clause.
  '(BSD-3-Clause OR GPL-2.0)',
];

/** Packages with an acceptable licence that the check cannot detect, by name and version, with the reason. */
const licenceExceptions = {
  'pause@0.0.1': 'MIT; says so in its Readme.md, not in its package.json',
};

/** Security advisories (GHSA-…) that do not affect the project, with the reason. */
const vulnerabilityExceptions = {};

const checks = { licences: checkLicences, vulnerabilities: checkVulnerabilities, images: checkImages };
const patienceMs = 20_000;
const shipped = [
  '@holdfast/repository-service',
  '@holdfast/config-service',
  '@holdfast/bridge',
  '@holdfast/cli',
  '@holdfast/standalone',
];

await bootstrap({ build: false });
const words = process.argv.slice(2);
const wanted = words.filter((word) => !word.startsWith('-'));
const options = words.filter((word) => word.startsWith('-'));
const unknown = wanted.filter((name) => !(name in checks));
if (unknown.length > 0) {
  console.error(`There is no check of ${unknown.join(', ')}; there are ${Object.keys(checks).join(', ')}.`);
  process.exit(2);
}
const results = [];
for (const name of wanted.length > 0 ? wanted : Object.keys(checks)) results.push(await checks[name]());
process.exit(results.includes('wrong') ? 1 : results.includes('not run') ? 3 : 0);

function checkLicences() {
  const filters = shipped.map((name) => `--filter-prod=${name}...`);
  const { status, stdout, stderr } = runPnpm([...filters, 'licenses', 'list', '--prod', '--json']);
  if (status !== 0) throw new Error(stderr || stdout);
  const packages = Object.entries(JSON.parse(stdout)).flatMap(([licence, list]) =>
    list.flatMap(({ name, versions }) => versions.map((version) => ({ id: `${name}@${version}`, licence }))),
  );
  const wrong = packages.filter(
    ({ id, licence }) => !allowedLicences.includes(licence) && !(id in licenceExceptions),
  );
  for (const { id, licence } of wrong) console.error(`${id}: its licence is ${licence}`);
  const unused = Object.keys(licenceExceptions).filter((id) => !packages.some((one) => one.id === id));
  for (const id of unused) console.error(`${id}: an exception for it is no longer needed`);
  if (packages.length === 0) console.error('no package is installed');
  const isRight = wrong.length + unused.length === 0 && packages.length > 0;
  if (isRight) console.log(`The licences of ${packages.length} packages are allowed.`);
  return isRight ? 'right' : 'wrong';
}

function checkVulnerabilities() {
  const registry = options.filter((option) => !option.startsWith('--hub='));
  const { stdout, stderr, error } = runPnpm(['audit', '--prod', '--json', ...registry]);
  const report = parseJson(stdout);
  if (report?.metadata === undefined) {
    const reason = error
      ? `no answer in ${patienceMs / 1000} s`
      : (stderr || stdout).replaceAll(/[\s│×]+/g, ' ').trim();
    console.error(
      `NOT RUN: known vulnerabilities: the package registry does not tell (${reason.slice(0, 200)})`,
    );
    return 'not run';
  }
  const grave = Object.values(report.advisories).filter(({ severity }) =>
    ['high', 'critical'].includes(severity),
  );
  const wrong = grave.filter(({ github_advisory_id: id }) => !(id in vulnerabilityExceptions));
  for (const { module_name: name, severity, title, url, patched_versions: patched } of wrong) {
    console.error(`${name}: ${severity}: ${title} (${url}); fixed in ${patched}`);
  }
  if (wrong.length === 0)
    console.log(`No grave vulnerability is known of ${report.metadata.totalDependencies} packages.`);
  return wrong.length === 0 ? 'right' : 'wrong';
}

async function checkImages() {
  const hub = options.find((option) => option.startsWith('--hub='))?.slice('--hub='.length);
  let result = 'right';
  for (const image of listThirdPartyImages(root)) {
    try {
      const [repository, tag] = image.split(':');
      const newer = findNewerTag(tag, await fetchPublishedTags(image, hub ?? 'https://hub.docker.com'));
      if (newer === undefined) continue;
      console.error(`${image} is behind: there is ${repository}:${newer}`);
      result = 'wrong';
    } catch (error) {
      console.error(
        `NOT RUN: tags of ${image}: Docker Hub does not tell (${error.cause?.code ?? error.message})`,
      );
      if (result === 'right') result = 'not run';
    }
  }
  if (result === 'right') console.log('The images from elsewhere are up to date.');
  return result;
}

function runPnpm(args) {
  return spawnSync('pnpm', args, {
    cwd: root,
    env: environment,
    encoding: 'utf8',
    timeout: patienceMs,
    maxBuffer: 64 * 2 ** 20,
  });
}

function parseJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
