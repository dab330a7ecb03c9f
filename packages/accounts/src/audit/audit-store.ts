// Audit log in the database, shared by all processes of a service: types of its entries, and interface of its store.

export interface AuditEntry {
  /** Unix time in milliseconds, by the clock of the process that served the request. */
  readonly atMs: number;
  /** Kind of the event. `missing`: entries were dropped; `subject` contains their number. */
  readonly event: 'write' | 'secret' | 'login' | 'missing';
  /** True for frequent, similar writes. If the log exceeds its limits, these entries are deleted first. */
  readonly routine: boolean;
  /** operationId of the request, or a fixed word if the request matched no operation. */
  readonly operation: string;
  readonly method: string | null;
  readonly user: string | null;
  readonly client: string;
  /**
   * HTTP status. Null if the client disconnected before the response. For a request about several AUs, the entry of
   * each AU also has a null status.
   */
  readonly status: number | null;
  readonly outcome: string;
  readonly requestId: string;
  readonly auid: string | null;
  readonly artifact: string | null;
  /** Additional properties of the request's target. */
  readonly subject: Readonly<Record<string, unknown>> | null;
  /**
   * Reason why a login was refused. `refused` in a `missing` entry: the dropped entries were about refused requests.
   */
  readonly why: string | null;
  readonly nameHash: string | null;
}

/** Position of an entry in chronological order. */
export interface AuditPosition {
  readonly atMs: number;
  readonly id: number;
}

export type StoredAuditEntry = Omit<AuditEntry, 'event'> & AuditPosition & { readonly event: string };

/** Filter for entries. An entry must match all conditions that are set. */
export interface AuditFilter {
  /** Inclusive. */
  readonly sinceMs?: number | undefined;
  /** Exclusive. */
  readonly untilMs?: number | undefined;
  readonly user?: string | undefined;
  readonly client?: string | undefined;
  readonly event?: string | undefined;
  readonly operation?: string | undefined;
  readonly outcome?: string | undefined;
  readonly requestId?: string | undefined;
  readonly auid?: string | undefined;
  readonly artifact?: string | undefined;
  readonly routine?: boolean | undefined;
}

export interface AuditStore {
  /**
   * Stores all entries atomically. Each entry is the JSON text of an AuditEntry, without U+0000 and lone surrogates.
   */
  add(entries: readonly string[]): Promise<void>;
  /** Returns the newest matching entries first. If `before` is set, returns only entries older than that position. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPosition | undefined; readonly limit: number },
  ): Promise<StoredAuditEntry[]>;
  /**
   * Deletes entries older than `beforeMs`. Then enforces the limits `most` and `mostBytes`: deletes the oldest routine
   * entries first, then the oldest other entries. Entries about refused requests have separate limits of a tenth of
   * these values. Returns the number of deleted entries.
   */
  forget(bounds: {
    readonly beforeMs: number;
    readonly most: number;
    readonly mostBytes: number;
  }): Promise<number>;
  /** Returns whether the error is temporary, such as an unavailable database. A retry may then succeed. */
  isAway(error: unknown): boolean;
}
