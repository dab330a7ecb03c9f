// npm run lint: the style check that the tests run, with what can be mended mended.
import { bootstrap, run } from './bootstrap.mjs';

await bootstrap({ build: false });
run('node', ['node_modules/@biomejs/biome/bin/biome', 'check', '--write', '.']);
