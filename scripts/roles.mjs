// Generates test-e2e/ROLES.md, which lists the result that the contracts specify for each operation and role.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { configurationContract } from '../packages/api-types/dist/generated/configuration.document.js';
import { repositoryContract } from '../packages/api-types/dist/generated/repository.document.js';
import {
  computeExpectedCell,
  formatRolesPage,
  formatRow,
  listOperations,
} from '../test-e2e/src/roles/matrix.ts';

const root = fileURLToPath(new URL('..', import.meta.url));
const services = [
  { name: 'repository-service', contract: repositoryContract, withoutRole: '403', hasNamespaces: true },
  { name: 'config-service', contract: configurationContract, withoutRole: '401', hasNamespaces: false },
].map((service) => {
  const promised = (operation) =>
    formatRow(operation, (identity) => computeExpectedCell(service, operation, identity));
  return { name: service.name, rows: listOperations(service.contract).map(promised) };
});
writeFileSync(join(root, 'test-e2e/ROLES.md'), formatRolesPage(services));
