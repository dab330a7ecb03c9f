// npm run docs: writes the pages that are made from the code.
import { bootstrap, run } from './bootstrap.mjs';

bootstrap();
run('node', ['scripts/settings.mjs']);
