// Audit log: one JSON line for every write, every refused login and every read of a secret. Separate from the service
// log. `http-kit` decides which requests are logged. Requests do not wait for the log. The rate of lines about refused
// requests is limited, per network and in total.
import { createHmac } from 'node:crypto';
import { type AuditTarget, type LineOutput, openStdoutLines } from '@holdfast/service-kit';
import { toNetworkPrefix } from '../users/network.ts';
import { type AuditFileName, CARRIED_OUT, openAuditOutput, REFUSED } from './audit-file.ts';

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
    target === 'stdout'
      ? openStdoutLines()
      : openAuditOutput(service, target.folder, file, isBoundedElsewhere);
  const [carriedOut, refused] = [open(CARRIED_OUT), open(REFUSED)];
  return {
    write(given) {
      const { subject, ...about } = given;
      const time = new Date().toISOString();
      const output = isRefusedLine(given) ? refused : carriedOut;
      for (const part of splitLongSubject(subject)) {
        const line = { level: 'info', time, service, log: 'audit', ...about, subject: part };
        output.write(`${JSON.stringify(line)}\n`);
      }
    },
    nameHash: createNameHasher(key),
  };
}

/** Maximum number of AUs per line. A longer list is split into several lines. */
const LISTED = 100;

function splitLongSubject(subject: AuditLine['subject']): AuditLine['subject'][] {
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

interface LimitedAudit extends AuditWriter {
  writePart(line: AuditLine): void;
  /** Writes a last line with the number of dropped lines that have not been reported yet. */
  close(): void;
  /** Number of lines dropped since the process started. */
  readonly droppedLines: number;
}

interface RefusedLineLimiterDeps {
  nowMs(): number;
  /** Time between the first dropped line and the line that reports the number of dropped lines. Default one minute. */
  readonly tellAfterMs?: number;
}

const MINUTE_MS = 60_000;
/**
 * Maximum number of lines per minute. Requests with and without a login have separate limits, so that a flood of
 * unauthenticated requests cannot hide the requests of users.
 */
export const MAX_REFUSED_LINES_PER_MINUTE = { ofNetwork: 30, inAll: 120 } as const;

/**
 * Limits the rate of audit lines about refused requests, because anybody can cause thousands of them without a login.
 * Drops lines above the limit, and reports their number in a later line.
 */
export function limitRefusedLines(audit: AuditWriter, deps: RefusedLineLimiterDeps): LimitedAudit {
  return new RefusedLineLimiter(audit, deps);
}

class RefusedLineLimiter implements LimitedAudit {
  droppedLines = 0;
  readonly #audit: AuditWriter;
  readonly #deps: RefusedLineLimiterDeps;
  readonly #unauthenticated = new MinuteCounts();
  readonly #users = new MinuteCounts();
  #missing = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(audit: AuditWriter, deps: RefusedLineLimiterDeps) {
    this.#audit = audit;
    this.#deps = deps;
  }

  write(line: AuditLine): void {
    if (!isRefusedLine(line) || this.#admits(line)) {
      this.#audit.write(line);
      return;
    }
    this.droppedLines += 1;
    this.#missing += 1;
    this.#timer ??= setTimeout(() => this.#reportDropped(), this.#deps.tellAfterMs ?? MINUTE_MS).unref();
  }

  writePart(line: AuditLine): void {
    this.#audit.writePart?.(line);
  }

  nameHash(name: string): string {
    return this.#audit.nameHash(name);
  }

  close(): void {
    if (this.#missing > 0) this.#reportDropped();
  }

  #admits({ user, client }: AuditLine): boolean {
    const counts = user === undefined ? this.#unauthenticated : this.#users;
    return counts.admits(toNetworkPrefix(client), Math.floor(this.#deps.nowMs() / MINUTE_MS));
  }

  #reportDropped(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    this.#audit.write({
      event: 'missing',
      requestId: '',
      operation: 'audit',
      method: undefined,
      user: undefined,
      client: '',
      status: undefined,
      outcome: 'error',
      why: 'refused',
      subject: { entries: this.#missing },
    });
    this.#missing = 0;
  }
}

/**
 * Counts the lines of the current minute per network. Memory is bounded, because only an accepted line adds a network.
 */
class MinuteCounts {
  #minute = Number.NaN;
  #inAll = 0;
  readonly #ofNetworks = new Map<string, number>();

  admits(network: string, minute: number): boolean {
    if (this.#minute !== minute) {
      this.#minute = minute;
      this.#inAll = 0;
      this.#ofNetworks.clear();
    }
    const ofNetwork = this.#ofNetworks.get(network) ?? 0;
    if (
      this.#inAll >= MAX_REFUSED_LINES_PER_MINUTE.inAll ||
      ofNetwork >= MAX_REFUSED_LINES_PER_MINUTE.ofNetwork
    )
      return false;
    this.#inAll += 1;
    this.#ofNetworks.set(network, ofNetwork + 1);
    return true;
  }
}
