// What makes two entries the same AU: their plugin and all of their parameters.
import { createHash } from 'node:crypto';
import type { TdbEntry } from './entry.ts';

/** An MD5, written as a UUID; the same for the same AU, whatever the order of its parameters. */
export function identityOf({ pluginId, params }: Pick<TdbEntry, 'pluginId' | 'params'>): string {
  const keys = Object.keys(params).sort();
  const text = JSON.stringify([pluginId, ...keys.flatMap((key) => [key, params[key]])]);
  const digest = createHash('md5').update(text).digest('hex');
  return digest.replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}
