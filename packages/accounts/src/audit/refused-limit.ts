// Rate limit of audit lines about refused requests, per network and in total.
import { toNetworkPrefix } from '../users/network.ts';
import { type AuditLine, type AuditWriter, isRefusedLine } from './audit.ts';

interface LimitedAudit extends AuditWriter {
  writePart(line: AuditLine): void;
  /** Writes a last line with the number of dropped lines that have not been reported yet. */
  close(): void;
  /** Number of lines dropped since the process started. */
  readonly droppedLines: number;
}

interface RefusedLimitDeps {
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
export function limitRefusedLines(audit: AuditWriter, deps: RefusedLimitDeps): LimitedAudit {
  return new RefusedLimit(audit, deps);
}

class RefusedLimit implements LimitedAudit {
  droppedLines = 0;
  readonly #audit: AuditWriter;
  readonly #deps: RefusedLimitDeps;
  readonly #unauthenticated = new MinuteCounts();
  readonly #users = new MinuteCounts();
  #missing = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(audit: AuditWriter, deps: RefusedLimitDeps) {
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
    this.#timer ??= setTimeout(() => this.#tell(), this.#deps.tellAfterMs ?? MINUTE_MS).unref();
  }

  writePart(line: AuditLine): void {
    this.#audit.writePart?.(line);
  }

  nameHash(name: string): string {
    return this.#audit.nameHash(name);
  }

  close(): void {
    if (this.#missing > 0) this.#tell();
  }

  #admits({ user, client }: AuditLine): boolean {
    const counts = user === undefined ? this.#unauthenticated : this.#users;
    return counts.admits(toNetworkPrefix(client), Math.floor(this.#deps.nowMs() / MINUTE_MS));
  }

  #tell(): void {
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
