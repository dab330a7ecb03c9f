// npm run bench [-- BENCHMARK… OPTIONS]: installs and builds what is missing, then runs benchmarks on the pinned Node.
// `npm run bench -- --help` lists the benchmarks.
import { join } from 'node:path';
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap();
run('node', [join('bench', 'dist', 'main.js'), ...process.argv.slice(2)]);
