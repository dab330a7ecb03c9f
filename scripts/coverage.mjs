// Compares the services' responses during a test run with their contracts.
// node scripts/coverage.mjs check FOLDER: exits with code 1 if a status in a contract was never returned and has no
// reason in test-e2e/never-answered.json, or if that file has a reason for a status that was returned.
// node scripts/coverage.mjs write FOLDER: writes .cache/COVERAGE.md, which lists the test files for each response.
// FOLDER: folder of the recorded responses (HOLDFAST_ANSWERS); after npm test, .cache/answers.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationContract } from '../packages/api-types/dist/generated/configuration.document.js';
import { repositoryContract } from '../packages/api-types/dist/generated/repository.document.js';
import {
  computeCoverage,
  findCoverageFaults,
  formatCoveragePage,
} from '../test-e2e/src/coverage/coverage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command, folder] = process.argv.slice(2);

const reasons = JSON.parse(readFileSync(join(root, 'test-e2e/never-answered.json'), 'utf8'));
const contracts = { 'repository-service': repositoryContract, 'config-service': configurationContract };
const files = existsSync(folder) ? readdirSync(folder) : [];
const answered = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const services = Object.entries(contracts).map(([service, contract]) => {
  const own = answered.filter(({ file }) => file.startsWith(`services/${service}/`));
  return { service, rows: computeCoverage(contract, own, reasons[service]) };
});

if (command === 'write') {
  writeFileSync(join(root, '.cache', 'COVERAGE.md'), formatCoveragePage(services));
} else {
  const faults = services.flatMap(({ service, rows }) =>
    findCoverageFaults(rows, reasons[service]).map((fault) => `${service}: ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
