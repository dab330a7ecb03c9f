// npm run docs: generates docs/settings.md from the settings tables of the programs, test-e2e/ROLES.md from the
// contracts, the Kubernetes copies of monitoring/, the Helm chart's default values, and docs/performance.md from the measurements of `npm run bench --
// --keep`. After a complete `npm test`, also generates .cache/COVERAGE.md.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { bootstrap, root, run } from './bootstrap.mjs';

await bootstrap();
run('node', ['scripts/settings.mjs']);
run('node', ['scripts/roles.mjs']);
run('node', ['scripts/monitoring.mjs']);
run('node', ['scripts/chart.mjs']);
run('node', [join('bench', 'dist', 'page', 'page-process.js')]);
const answers = join(root, '.cache', 'answers');
if (existsSync(answers)) run('node', ['scripts/coverage.mjs', 'write', answers]);
