// npm run lint: runs the style check of the tests and fixes what it can.
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap({ build: false });
run('node', ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.']);
