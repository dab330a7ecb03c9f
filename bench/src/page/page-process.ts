// Program that regenerates docs/performance.md and its charts from the stored measurements.
import { fileURLToPath } from 'node:url';
import { writePage } from './page.ts';

writePage(fileURLToPath(new URL('../../..', import.meta.url)));
