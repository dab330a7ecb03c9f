// Bounds how many lines of the audit log refused requests may have, since anybody can have a request refused, without a login
// and by the thousand. What is beyond the bound is counted, and a line of its own says how many are missing.
import { networkOf } from '../users/network.ts';
import type { Audit, AuditLine } from './audit.ts';
import { isRefused } from './is-refused.ts';

export interface LimitedAudit extends Audit {
  writePart(line: AuditLine): void;
  /** Says how many lines are missing that no line has told of yet. */
  close(): void;
  /** Lines that were left out, since the process began. */
  readonly droppedLines: number;
}

export interface RefusedLimitDeps {
  nowMs(): number;
  /** How long after the first missing line a line tells of it and of all since; default a minute. */
  readonly tellAfterMs?: number;
}

const MINUTE_MS = 60_000;
/** Lines a minute. Requests with and without a login are counted apart, so that strangers do not hide what users tried. */
export const REFUSED_PER_MINUTE = { ofNetwork: 30, inAll: 120 } as const;

export function limitRefused(audit: Audit, deps: RefusedLimitDeps): LimitedAudit {
  return new RefusedLimit(audit, deps);
}

class RefusedLimit implements LimitedAudit {
  droppedLines = 0;
  readonly #audit: Audit;
  readonly #deps: RefusedLimitDeps;
  readonly #strangers = new MinuteCounts();
  readonly #users = new MinuteCounts();
  #missing = 0;
  #timer: NodeJS.Timeout | undefined;

  constructor(audit: Audit, deps: RefusedLimitDeps) {
    this.#audit = audit;
    this.#deps = deps;
  }

  write(line: AuditLine): void {
    if (!isRefused(line) || this.#admits(line)) {
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
    const counts = user === undefined ? this.#strangers : this.#users;
    return counts.admits(networkOf(client), Math.floor(this.#deps.nowMs() / MINUTE_MS));
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

/** Lines of the current minute. Holds no more networks than lines it has admitted. */
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
    if (this.#inAll >= REFUSED_PER_MINUTE.inAll || ofNetwork >= REFUSED_PER_MINUTE.ofNetwork) return false;
    this.#inAll += 1;
    this.#ofNetworks.set(network, ofNetwork + 1);
    return true;
  }
}
