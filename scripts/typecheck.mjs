// npm run typecheck: compiles everything and checks all types, including those in tests.
import { join } from 'node:path';
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap({ types: true });
run('node', [join('node_modules', 'typescript', 'bin', 'tsc'), '--project', 'tsconfig.tests.json']);
