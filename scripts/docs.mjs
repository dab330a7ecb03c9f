// npm run docs: writes the pages that are made: docs/settings.md from the settings that programs check,
// test-e2e/ROLES.md from the contracts, and after `npm test` of all tests test-e2e/COVERAGE.md from what the services
// answered in it.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root, run } from './bootstrap.mjs';

await bootstrap();
run('node', ['scripts/settings.mjs']);
run('node', ['scripts/roles.mjs']);
const answers = join(root, '.cache', 'answers');
if (existsSync(answers)) run('node', ['scripts/coverage.mjs', 'write', answers]);
