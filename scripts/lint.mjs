// npm run lint: checks style and formatting, and fixes automatically what can be fixed.
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap({ build: false });
run('node', ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.']);
