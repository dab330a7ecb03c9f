// The audit log: one JSON line for every write, every refused login and every read of a secret, apart from the common log.
// Which requests those are is decided in http/; this knows where lines go, and that nobody waits for them.
import { createHmac } from 'node:crypto';
import { type AuditFileLimits, BOUNDED_ELSEWHERE, boundAuditFile, openAuditFile } from './audit-file.ts';
import { type LineOutput, lineOutput } from './line-output.ts';
import type { Log } from './log.ts';
import { stdoutLines } from './log-output.ts';

/** `off`, `stdout`, or the folder that holds the file. */
export type AuditTarget = 'off' | 'stdout' | { readonly folder: string };

export interface AuditLine {
  readonly event: 'write' | 'secret' | 'login';
  /** One of many alike. */
  readonly routine?: true;
  readonly requestId: string;
  readonly operation: string;
  readonly method: string | undefined;
  /** Undefined where nobody was let in. */
  readonly user: string | undefined;
  /** Address of the client. */
  readonly client: string;
  /** Artifact, AU, section: whatever the request was about. `auids` may be long. */
  readonly subject: Readonly<Record<string, unknown>>;
  /** Undefined when the client left before there was an answer. */
  readonly status: number | undefined;
  readonly outcome: string;
  /** Keyed hash of the name of a refused login: what was typed there may be a password. */
  readonly nameHash?: string | undefined;
  /** Why a login was refused. */
  readonly why?: string | undefined;
}

export interface Audit {
  write(line: AuditLine): void;
  /** What became of one AU of several: its request has a line, which names all of them. */
  writePart?(line: AuditLine): void;
  /** The same name has the same hash as long as the key is the same. */
  nameHash(name: string): string;
}

export interface AuditOptions {
  readonly service: string;
  readonly target: AuditTarget;
  /** Names are hashed with it. */
  readonly key: string;
  /** Another process bounds the file, see `boundAudit`. Default false. */
  readonly isBoundedElsewhere?: boolean;
}

/** Undefined where it is off. */
export function openAudit({
  service,
  target,
  key,
  isBoundedElsewhere = false,
}: AuditOptions): Audit | undefined {
  if (target === 'off') return undefined;
  const limits = isBoundedElsewhere ? BOUNDED_ELSEWHERE : undefined;
  const output = target === 'stdout' ? stdoutLines() : openFile(service, target.folder, limits);
  return {
    write({ subject, ...about }) {
      const time = new Date().toISOString();
      for (const part of inParts(subject)) {
        const line = { level: 'info', time, service, log: 'audit', ...about, subject: part };
        output.write(`${JSON.stringify(line)}\n`);
      }
    },
    nameHash: nameHasher(key),
  };
}

/** A long list of AUs fills several lines. */
const LISTED = 100;

function inParts(subject: AuditLine['subject']): AuditLine['subject'][] {
  const { auids, ...rest } = subject;
  if (!Array.isArray(auids) || auids.length <= LISTED) return [subject];
  const starts = Array.from({ length: Math.ceil(auids.length / LISTED) }, (_, i) => i * LISTED);
  return starts.map((start) => ({ ...rest, auids: auids.slice(start, start + LISTED) }));
}

const HASH_CHARACTERS = 16;

export function nameHasher(key: string): Audit['nameHash'] {
  return (name) =>
    createHmac('sha256', key).update(name.normalize('NFC')).digest('hex').slice(0, HASH_CHARACTERS);
}

const BOUND_EVERY_MS = 1_000;

/** Bounds the file that several processes write; once, in their primary process. */
export function boundAudit(service: string, target: AuditTarget, log: Log): void {
  if (typeof target === 'string') return;
  const bound = (): void => {
    try {
      boundAuditFile(target.folder, fileName(service));
    } catch (error) {
      log.warn({ err: error }, 'the full file of the audit log could not be put aside');
    }
  };
  setInterval(bound, BOUND_EVERY_MS).unref();
}

const fileName = (service: string): string => `${service}.audit.log`;

function openFile(service: string, folder: string, limits: AuditFileLimits | undefined): LineOutput {
  const file = openAuditFile(folder, fileName(service), limits);
  const output = lineOutput({
    name: 'audit',
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

/** `stdout`, `off`, or a folder. */
export function parseAuditTarget(text: string): AuditTarget {
  return text === 'off' || text === 'stdout' ? text : { folder: text };
}
