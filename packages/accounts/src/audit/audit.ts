// Audit log: one JSON line for every write, every refused login and every read of a secret. Separate from the service
// log. `http-kit` decides which requests are logged. Requests do not wait for the log.
import { createHmac } from 'node:crypto';
import {
  type AuditTarget,
  createLineOutput,
  type LineOutput,
  type Log,
  openStdoutLines,
} from '@holdfast/service-kit';
import {
  type AuditFileLimits,
  openAuditFile,
  removeAuditSizeLimit,
  rotateFullAuditFile,
} from './audit-file.ts';

export interface AuditLine {
  /** Kind of the event. `missing`: lines were dropped; `subject` contains their number, and `why` their kind. */
  readonly event: 'write' | 'secret' | 'login' | 'missing';
  /** True for frequent, similar writes. */
  readonly routine?: true;
  readonly requestId: string;
  readonly operation: string;
  readonly method: string | undefined;
  /** User name. Undefined for an unauthenticated request. */
  readonly user: string | undefined;
  readonly client: string;
  /** Target of the request, such as an artifact, an AU or a section. `auids` may be a long list. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** HTTP status. Undefined if the client disconnected before the response. */
  readonly status: number | undefined;
  readonly outcome: string;
  /**
   * Keyed hash of the user name in a refused login. The log never contains the name itself, because users sometimes
   * type their password into the name field.
   */
  readonly nameHash?: string | undefined;
  /** Reason why a login was refused. `refused` in a `missing` line: the dropped lines were about refused requests. */
  readonly why?: string | undefined;
}

export interface AuditWriter {
  write(line: AuditLine): void;
  /**
   * Records the outcome for one AU of a request about several AUs. The line of the request itself lists all its AUs.
   */
  writePart?(line: AuditLine): void;
  /** Returns the keyed hash of a user name. The same key and name give the same hash. */
  nameHash(name: string): string;
}

interface AuditOptions {
  readonly service: string;
  readonly target: AuditTarget;
  /** Key for hashing user names. */
  readonly key: string;
  /** True if another process rotates the file; see `limitAuditFileSizes`. Default false. */
  readonly isBoundedElsewhere?: boolean;
}

/** Opens the log files. Returns undefined if the audit log is off. */
export function openAudit({
  service,
  target,
  key,
  isBoundedElsewhere = false,
}: AuditOptions): AuditWriter | undefined {
  if (target === 'off') return undefined;
  const open = (file: AuditFileName): LineOutput =>
    target === 'stdout' ? openStdoutLines() : openFile(service, target.folder, file, isBoundedElsewhere);
  const [carriedOut, refused] = [open(CARRIED_OUT), open(REFUSED)];
  return {
    write(given) {
      const { subject, ...about } = given;
      const time = new Date().toISOString();
      const output = isRefusedLine(given) ? refused : carriedOut;
      for (const part of inParts(subject)) {
        const line = { level: 'info', time, service, log: 'audit', ...about, subject: part };
        output.write(`${JSON.stringify(line)}\n`);
      }
    },
    nameHash: createNameHasher(key),
  };
}

/** Maximum number of AUs per line. A longer list is split into several lines. */
const LISTED = 100;

function inParts(subject: AuditLine['subject']): AuditLine['subject'][] {
  const { auids, ...rest } = subject;
  if (!Array.isArray(auids) || auids.length <= LISTED) return [subject];
  const starts = Array.from({ length: Math.ceil(auids.length / LISTED) }, (_, i) => i * LISTED);
  return starts.map((start) => ({ ...rest, auids: auids.slice(start, start + LISTED) }));
}

const HASH_CHARACTERS = 16;

export function createNameHasher(key: string): AuditWriter['nameHash'] {
  return (name) =>
    createHmac('sha256', key).update(name.normalize('NFC')).digest('hex').slice(0, HASH_CHARACTERS);
}

/**
 * One log file of a service. Lines about refused requests have a separate file, so that a flood of refused requests
 * cannot displace other lines.
 */
interface AuditFileName {
  readonly suffix: string;
  /** Value of the label `log` in metrics. */
  readonly log: string;
  readonly limits: AuditFileLimits;
}

const CARRIED_OUT: AuditFileName = {
  suffix: 'audit.log',
  log: 'audit',
  limits: { fileBytes: 32 * 1024 * 1024, olderFiles: 7 },
};
const REFUSED: AuditFileName = {
  suffix: 'audit-refused.log',
  log: 'audit refused',
  limits: { fileBytes: 16 * 1024 * 1024, olderFiles: 3 },
};

const BOUND_EVERY_MS = 1_000;

/** Rotates the files that several processes write. Call once, in the primary process. */
export function limitAuditFileSizes(service: string, target: AuditTarget, log: Log): void {
  if (typeof target === 'string') return;
  const bound = (): void => {
    try {
      for (const { suffix, limits } of [CARRIED_OUT, REFUSED])
        rotateFullAuditFile(target.folder, `${service}.${suffix}`, limits);
    } catch (error) {
      log.warn({ err: error }, 'a full audit log file could not be rotated');
    }
  };
  setInterval(bound, BOUND_EVERY_MS).unref();
}

function openFile(
  service: string,
  folder: string,
  { suffix, log, limits }: AuditFileName,
  isBoundedElsewhere: boolean,
): LineOutput {
  const file = openAuditFile(
    folder,
    `${service}.${suffix}`,
    isBoundedElsewhere ? removeAuditSizeLimit(limits) : limits,
  );
  const output = createLineOutput({
    name: log,
    descriptor: () => file.descriptor(),
    missingLine(dropped) {
      const time = new Date().toISOString();
      const msg = 'lines are missing here: they could not be written';
      return `${JSON.stringify({ level: 'warn', time, service, log: 'audit', dropped, msg })}\n`;
    },
  });
  process.on('exit', () => output.flushSync());
  return output;
}

interface RefusableLine {
  readonly event: string;
  readonly user?: string | undefined;
  readonly status?: number | undefined;
  readonly why?: string | undefined;
}

/**
 * Returns whether the line is about a refused request: the user was not authenticated, or the HTTP status is a refusal.
 * `deleteOldAuditEntries` in pg-kit applies the same rule.
 */
export function isRefusedLine({ event, user, status, why }: RefusableLine): boolean {
  if (why !== undefined) return true;
  if (event === 'missing') return false;
  return user === undefined || (status !== undefined && isRefusalStatus(status));
}

/** Returns whether an HTTP status counts as a refusal: every 4xx, 503 and 507. */
export const isRefusalStatus = (status: number): boolean =>
  (status >= 400 && status < 500) || status === 503 || status === 507;
