// The audit log: one JSON line for every write, every refused login and every read of a secret, apart from the common log.
// Which requests those are is decided in http/; this knows where lines go, and that nobody waits for them.
import { createHmac } from 'node:crypto';
import { openAuditFile } from './audit-file.ts';
import { type LineOutput, lineOutput } from './line-output.ts';
import { stdoutLines } from './log-output.ts';

/** `off`, `stdout`, or the folder that holds the file. */
export type AuditTarget = 'off' | 'stdout' | { readonly folder: string };

export interface AuditLine {
  readonly event: 'write' | 'secret' | 'login';
  readonly requestId: string;
  readonly operation: string;
  readonly method: string | undefined;
  /** Undefined where nobody was let in. */
  readonly user: string | undefined;
  /** Address of the client. */
  readonly client: string;
  /** Artifact, AU, section: whatever the request was about. */
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
  /** The same name has the same hash as long as the key is the same. */
  nameHash(name: string): string;
}

export interface AuditOptions {
  readonly service: string;
  readonly target: AuditTarget;
  /** Names are hashed with it. */
  readonly key: string;
}

/** Undefined where it is off. */
export function openAudit({ service, target, key }: AuditOptions): Audit | undefined {
  if (target === 'off') return undefined;
  const output = target === 'stdout' ? stdoutLines() : openFile(service, target.folder);
  return {
    write(line) {
      const time = new Date().toISOString();
      output.write(`${JSON.stringify({ level: 'info', time, service, log: 'audit', ...line })}\n`);
    },
    nameHash: (name) =>
      createHmac('sha256', key).update(name.normalize('NFC')).digest('hex').slice(0, HASH_CHARACTERS),
  };
}

const HASH_CHARACTERS = 16;

function openFile(service: string, folder: string): LineOutput {
  const file = openAuditFile(folder, `${service}.audit.log`);
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
