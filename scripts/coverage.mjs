// What the services answered in a run of the tests, beside what their contracts promise.
// node scripts/coverage.mjs check FOLDER: ends with exit code 1 when a promised status was never answered and
// test-e2e/never-answered.json does not say why, or says so of one that was.
// node scripts/coverage.mjs write FOLDER: writes .cache/COVERAGE.md: which test files answered what.
// FOLDER is what HOLDFAST_ANSWERS named during the run: .cache/answers after npm test.
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationContract } from '../packages/api-types/dist/generated/configuration.document.js';
import { repositoryContract } from '../packages/api-types/dist/generated/repository.document.js';
import { coverageOf, faultsOf, pageOf } from '../test-e2e/src/coverage/coverage.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const [command, folder] = process.argv.slice(2);

const reasons = JSON.parse(readFileSync(join(root, 'test-e2e/never-answered.json'), 'utf8'));
const contracts = { 'repository-service': repositoryContract, 'config-service': configurationContract };
const files = existsSync(folder) ? readdirSync(folder) : [];
const answered = files.map((name) => JSON.parse(readFileSync(join(folder, name), 'utf8')));
const services = Object.entries(contracts).map(([service, contract]) => {
  const own = answered.filter(({ file }) => file.startsWith(`services/${service}/`));
  return { service, rows: coverageOf(contract, own, reasons[service]) };
});

if (command === 'write') {
  writeFileSync(join(root, '.cache', 'COVERAGE.md'), pageOf(services));
} else {
  const faults = services.flatMap(({ service, rows }) =>
    faultsOf(rows, reasons[service]).map((fault) => `${service}: ${fault}`),
  );
  for (const fault of faults) console.error(fault);
  process.exit(faults.length === 0 ? 0 : 1);
}
