// The audit log in a service's database, which all of its processes share: the type of an entry and the interface of
// the store. Types only.

export interface AuditEntry {
  /** Time by the clock of the process that served the request. */
  readonly atMs: number;
  /** `missing` means that entries were lost. `subject` is their number. */
  readonly event: 'write' | 'secret' | 'login' | 'missing';
  /** True for frequent, similar writes. They are deleted first when there are too many entries. */
  readonly routine: boolean;
  /** operationId, or a fixed word if the request matched no operation. */
  readonly operation: string;
  readonly method: string | null;
  readonly user: string | null;
  /** Network address. */
  readonly client: string;
  /**
   * HTTP status. Null if the client disconnected before the response. Also null in an entry about one AU if the request
   * was for several AUs.
   */
  readonly status: number | null;
  readonly outcome: string;
  readonly requestId: string;
  readonly auid: string | null;
  readonly artifact: string | null;
  /** Further details about the target of the request. */
  readonly subject: Readonly<Record<string, unknown>> | null;
  /**
   * Reason why a login was refused. In a `missing` entry, `refused` means that entries about refused requests were
   * lost.
   */
  readonly why: string | null;
  readonly nameHash: string | null;
}

/** Position of an entry in time order. */
export interface AuditPosition {
  readonly atMs: number;
  readonly id: number;
}

export type StoredAuditEntry = Omit<AuditEntry, 'event'> & AuditPosition & { readonly event: string };

/** Filter for entries. An entry must meet every condition that is present. */
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
  /** Stores all entries or none. Each entry is the JSON text of an AuditEntry, without U+0000 and lone surrogates. */
  add(entries: readonly string[]): Promise<void>;
  /** Returns entries, newest first. With `before`, only entries older than this position. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPosition | undefined; readonly limit: number },
  ): Promise<StoredAuditEntry[]>;
  /**
   * Deletes entries older than `beforeMs`, then the oldest entries until at most `most` entries and `mostBytes` bytes
   * remain. Returns how many were deleted. Entries about refused requests have separate limits: a tenth of `most` and
   * of `mostBytes`.
   */
  forget(bounds: {
    readonly beforeMs: number;
    readonly most: number;
    readonly mostBytes: number;
  }): Promise<number>;
  /** Returns true if the error is temporary, so that a later attempt may succeed. */
  isAway(error: unknown): boolean;
}
