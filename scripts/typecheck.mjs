// npm run typecheck: everything is compiled, and the tests are checked with it.
import { join } from 'node:path';
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap({ types: true });
run('node', [join('node_modules', 'typescript', 'bin', 'tsc'), '--project', 'tsconfig.tests.json']);
