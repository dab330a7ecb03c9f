// npm run build: everything installed and compiled, with its types checked.
import { bootstrap } from './bootstrap.mjs';

await bootstrap({ types: true });
