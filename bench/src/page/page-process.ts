// Regenerates the page and its pictures from the stored measurements.
import { fileURLToPath } from 'node:url';
import { writePage } from './page.ts';

writePage(fileURLToPath(new URL('../../..', import.meta.url)));
