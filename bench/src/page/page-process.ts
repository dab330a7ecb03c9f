// Makes the page and its pictures anew of what is kept.
import { fileURLToPath } from 'node:url';
import { writePage } from './page.ts';

writePage(fileURLToPath(new URL('../../..', import.meta.url)));
