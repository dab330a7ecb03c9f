// Buffers audit entries and writes them to the database in batches. Requests never wait for these writes. If the
// database is unavailable, entries stay in memory, up to a limit. Entries above the limit are dropped, and a later
// entry reports their number.

import { randomBytes } from 'node:crypto';
import type { AuditTarget, Log } from '@holdfast/service-kit';
import { type AuditLine, type AuditWriter, createNameHasher, openAudit } from './audit.ts';
import type { AuditEntry, AuditStore } from './audit-store.ts';

export interface AuditBuffer {
  /** Buffers an entry. Returns immediately and never throws. */
  keep(line: AuditLine): void;
  /** Starts writing. Call it when the audit table exists. Before that, entries are only buffered. */
  open(): void;
  /** Tries once to write the buffered entries. Later entries are dropped. */
  close(): Promise<void>;
  /** Number of entries dropped since the process started. */
  readonly droppedLines: number;
  readonly waiting: number;
}

interface AuditBufferDeps {
  readonly store: Pick<AuditStore, 'add' | 'isAway'>;
  readonly log: Log;
  nowMs(): number;
  /** Time for which entries are collected before a batch is written, in milliseconds. Default 250. */
  readonly delayMs?: number;
  /** Maximum number of characters in all buffered entries. Default 8 Mi. */
  readonly mostCharacters?: number;
}

/** Maximum number of entries per INSERT statement. */
const BATCH = 500;
const AGAIN_AFTER_MS = 5_000;

export function createAuditBuffer(deps: AuditBufferDeps): AuditBuffer {
  return new BatchingAuditBuffer(deps);
}

class BatchingAuditBuffer implements AuditBuffer {
  readonly #deps: AuditBufferDeps;
  readonly #held: string[] = [];
  #heldCharacters = 0;
  #isOpen = false;
  #timer: NodeJS.Timeout | undefined;
  #writing: Promise<void> | undefined;
  /** True during the pause after a failed write. */
  #isResting = false;
  /** Number of dropped entries that no `missing` entry has reported yet. */
  #unreported = 0;
  droppedLines = 0;

  constructor(deps: AuditBufferDeps) {
    this.#deps = deps;
  }

  get waiting(): number {
    return this.#held.length;
  }

  keep(line: AuditLine): void {
    this.#bufferEntry(toStorableJson(toAuditEntry(line, this.#deps.nowMs())));
    this.#scheduleWrite(this.#held.length >= BATCH ? 0 : this.#delayMs);
  }

  open(): void {
    this.#isOpen = true;
    this.#scheduleWrite(this.#delayMs);
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer);
    await this.#writing;
    await this.#write();
    this.#isOpen = false;
    clearTimeout(this.#timer);
  }

  get #delayMs(): number {
    return this.#deps.delayMs ?? 250;
  }

  #bufferEntry(entry: string): void {
    const most = this.#deps.mostCharacters ?? 8 * 1024 * 1024;
    if (this.#heldCharacters + entry.length > most) {
      this.#countDropped(1);
      return;
    }
    this.#held.push(entry);
    this.#heldCharacters += entry.length;
  }

  #countDropped(count: number): void {
    this.droppedLines += count;
    this.#unreported += count;
  }

  #scheduleWrite(ms: number): void {
    if (!this.#isOpen || this.#writing !== undefined || this.#isResting) return;
    if (this.#timer !== undefined && ms > 0) return;
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => void this.#write(), ms).unref();
  }

  /** Writes all buffered entries, one batch after another. Concurrent batches would only occupy more connections. */
  #write(): Promise<void> {
    this.#timer = undefined;
    this.#isResting = false;
    if (!this.#isOpen) return Promise.resolve();
    this.#writing ??= this.#writeBatches().then((isDone) => {
      this.#writing = undefined;
      if (this.#held.length > 0 || !isDone) this.#scheduleWrite(isDone ? this.#delayMs : AGAIN_AFTER_MS);
      this.#isResting = !isDone;
    });
    return this.#writing;
  }

  /** Returns false if entries remain in the buffer. The caller then retries later. */
  async #writeBatches(): Promise<boolean> {
    while (this.#held.length > 0) {
      const batch = this.#held.slice(0, BATCH);
      if (!(await this.#storeBatch(batch))) return false;
      for (const entry of this.#held.splice(0, batch.length)) this.#heldCharacters -= entry.length;
    }
    return this.#unreported === 0 || this.#reportMissing(this.#unreported);
  }

  async #reportMissing(count: number): Promise<boolean> {
    try {
      await this.#deps.store.add([toStorableJson(this.#createMissingEntry(count))]);
      this.#unreported -= count;
      return true;
    } catch (error) {
      this.#deps.log.warn({ err: error, missing: count }, 'entries of the audit log are missing');
      return false;
    }
  }

  /**
   * Stores a batch. Returns false if the database is unavailable. Halves a rejected batch repeatedly, to isolate the
   * entry that cannot be stored.
   */
  async #storeBatch(batch: readonly string[]): Promise<boolean> {
    const { store, log } = this.#deps;
    try {
      await store.add(batch);
      return true;
    } catch (error) {
      if (store.isAway(error)) {
        log.warn(
          { err: error, waiting: this.#held.length },
          'the audit log cannot be written to the database now; entries wait in memory',
        );
        return false;
      }
      if (batch.length === 1) {
        log.error({ err: error }, 'the database refused an audit entry; it is lost');
        this.#countDropped(1);
        return true;
      }
    }
    const middle = Math.ceil(batch.length / 2);
    return (await this.#storeBatch(batch.slice(0, middle))) && this.#storeBatch(batch.slice(middle));
  }

  #createMissingEntry(count: number): AuditEntry {
    const line = {
      event: 'missing',
      operation: 'audit',
      method: undefined,
      requestId: '',
      client: '',
    } as const;
    const about = { user: undefined, status: undefined, outcome: 'error', subject: { entries: count } };
    return toAuditEntry({ ...line, ...about }, this.#deps.nowMs());
  }
}

/**
 * Builds the database entry for an audit line. Replaces the list of AUs with its length, because each AU gets a
 * separate entry; see `writePart`.
 */
function toAuditEntry(line: AuditLine, atMs: number): AuditEntry {
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

/** Converts an entry to JSON. Removes characters that PostgreSQL rejects; a refused request may contain them. */
function toStorableJson(entry: AuditEntry): string {
  const json = JSON.stringify(entry);
  return MAYBE_UNSAFE.test(json) ? JSON.stringify(entry, replaceUnsafeCharacters) : json;
}

/** Matches JSON escapes of U+0000 and of lone surrogates. */
const MAYBE_UNSAFE = /\\u(?:0000|d[89a-f])/;

function replaceUnsafeCharacters(_name: string, value: unknown): unknown {
  if (typeof value === 'string') return value.toWellFormed().replaceAll('\0', '\uFFFD');
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name.toWellFormed().replaceAll('\0', '\uFFFD'), inner]),
  );
}

/** Returns a writer for the audit log files and the database (`keeper`). Returns undefined if neither is configured. */
export function openConfiguredAudit(
  { auditLog, ...keys }: { readonly auditLog: AuditTarget; readonly auditKey: string | undefined },
  service: string,
  { keeper, worker }: { keeper: AuditBuffer | undefined; worker?: { readonly auditKey: string } | undefined },
): AuditWriter | undefined {
  const key = worker?.auditKey ?? getAuditKey(keys);
  const lines = openAudit({ service, target: auditLog, key, isBoundedElsewhere: worker !== undefined });
  if (keeper === undefined) return lines;
  return {
    write(line) {
      lines?.write(line);
      keeper.keep(line);
    },
    writePart: (line) => keeper.keep(line),
    nameHash: createNameHasher(key),
  };
}

export function getAuditKey({ auditKey }: { readonly auditKey: string | undefined }): string {
  return auditKey ?? randomBytes(32).toString('base64');
}
