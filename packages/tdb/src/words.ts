// A warning as people read it.
import type { TdbWarning } from './entry.ts';

/** `file.tdb:12:7: message` */
export function warningWords({ source, line, column, message }: TdbWarning): string {
  return `${source}:${line}${column === undefined ? '' : `:${column}`}: ${message}`;
}
