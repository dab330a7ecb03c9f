// npm run lint: checks style and formatting, and fixes what it can.
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap({ build: false });
run('node', ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.']);
