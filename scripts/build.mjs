// npm run build: everything installed and compiled.
import { bootstrap } from './bootstrap.mjs';

await bootstrap();
