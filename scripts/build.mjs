// npm run build: installs and compiles everything and checks the types.
import { bootstrap } from './bootstrap.mjs';

await bootstrap({ types: true });
