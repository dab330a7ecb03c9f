// Describes the operation of an audit entry, for example "Delete a capture".
import { hasMessage, t } from '../../language/t.ts';
import type { AuditRow } from './merged-log.ts';

/** Returns the description of the operation. Returns the name of an operation that has no description. */
export function describeAction({ operation, subject }: Pick<AuditRow, 'operation' | 'subject'>): string {
  const key = `audit.do.${operation}`;
  const variant = `${key}.${subject?.op ?? (subject?.committed === false ? 'undo' : '')}`;
  if (hasMessage(variant)) return t(variant);
  return hasMessage(key) ? t(key) : operation;
}
