// Describes the operation of an audit entry, for example "Delete a capture" or "Import tides.warc.gz".
import { shortenMiddle } from '../../language/printable.ts';
import { hasMessage, t } from '../../language/t.ts';
import type { AuditRow } from './merged-log.ts';

const MAX_FILE_NAME = 120;

/** Returns the description of the operation, or the name of the operation if it has no description. */
export function describeAction({ operation, subject }: Pick<AuditRow, 'operation' | 'subject'>): string {
  const key = `audit.do.${operation}`;
  const named = `${key}.file`;
  if (typeof subject?.fileName === 'string' && hasMessage(named))
    return t(named, { name: shortenMiddle(subject.fileName, MAX_FILE_NAME) });
  const variant = `${key}.${subject?.op ?? (subject?.committed === false ? 'undo' : '')}`;
  if (hasMessage(variant)) return t(variant);
  return hasMessage(key) ? t(key) : operation;
}
