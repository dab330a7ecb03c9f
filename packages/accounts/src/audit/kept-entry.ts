// A line of the audit log as the entry that is kept of it in the database.
import type { AuditLine } from './audit.ts';
import type { AuditEntry } from './audit-store.ts';

/** Of a list of AUs how many they were: each of them has an entry of its own, see `auditPart`. */
export function entryOf(line: AuditLine, atMs: number): AuditEntry {
  const { auid, uuid, auids, ...others } = line.subject;
  const isArtifact = typeof uuid === 'string' && UUID.test(uuid);
  const subject = {
    ...others,
    ...(typeof auid !== 'string' && auid !== undefined && { auid }),
    ...(!isArtifact && uuid !== undefined && { uuid }),
    ...(Array.isArray(auids) && { aus: auids.length }),
  };
  return {
    atMs,
    event: line.event,
    routine: line.routine === true,
    operation: line.operation,
    method: line.method ?? null,
    user: line.user ?? null,
    client: line.client,
    status: line.status ?? null,
    outcome: line.outcome,
    requestId: line.requestId,
    auid: typeof auid === 'string' ? auid : null,
    artifact: isArtifact ? uuid : null,
    subject: Object.keys(subject).length === 0 ? null : subject,
    why: line.why ?? null,
    nameHash: line.nameHash ?? null,
  };
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** As JSON that PostgreSQL takes: a request that was refused may have named anything. */
export function jsonOf(entry: AuditEntry): string {
  const json = JSON.stringify(entry);
  return MAYBE_UNSAFE.test(json) ? JSON.stringify(entry, harmless) : json;
}

/** JSON spells U+0000 and halves of characters so. */
const MAYBE_UNSAFE = /\\u(?:0000|d[89a-f])/;

function harmless(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed().replaceAll('\0', '\uFFFD'), inner]),
  );
}
