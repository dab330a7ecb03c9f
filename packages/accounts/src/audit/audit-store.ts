// The audit log as it is kept in a service's database, where all of its processes find it: what an entry is, and what is
// asked of whoever keeps them. Types only.

export interface AuditEntry {
  /** By the clock of the process that served the request. */
  readonly atMs: number;
  /** `missing`: some could not be kept; its subject says how many. */
  readonly event: 'write' | 'secret' | 'login' | 'missing';
  /** One of many alike, which goes first when there are too many. */
  readonly routine: boolean;
  /** operationId, or a fixed word for what is no operation. */
  readonly operation: string;
  readonly method: string | null;
  readonly user: string | null;
  /** Address. */
  readonly client: string;
  /** Null when the client left before there was an answer, and of one AU of several. */
  readonly status: number | null;
  readonly outcome: string;
  readonly requestId: string;
  readonly auid: string | null;
  /** UUID. */
  readonly artifact: string | null;
  /** What else it was about. */
  readonly subject: Readonly<Record<string, unknown>> | null;
  /** Of a refused login; of `missing` entries `refused`, when they were of refused requests. */
  readonly why: string | null;
  readonly nameHash: string | null;
}

/** Where an entry stands among all, in the order of time. */
export interface AuditPlace {
  readonly atMs: number;
  readonly id: number;
}

export type KeptEntry = Omit<AuditEntry, 'event'> & AuditPlace & { readonly event: string };

/** All of these at once. What is absent is not asked for. */
export interface AuditFilter {
  /** Included. */
  readonly sinceMs?: number | undefined;
  /** Not included. */
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
  /** Each the JSON of an AuditEntry, without U+0000 and halves of characters. All of them or none. */
  add(entries: readonly string[]): Promise<void>;
  /** Newest first; `before`: those that stand before this one in the order of time. */
  find(
    filter: AuditFilter,
    page: { readonly before: AuditPlace | undefined; readonly limit: number },
  ): Promise<KeptEntry[]>;
  /**
   * Removes older entries, and the oldest beyond so many and so many bytes; says how many went. Entries of refused requests
   * do not count: a tenth as many may stay, in a tenth of the bytes.
   */
  forget(bounds: {
    readonly beforeMs: number;
    readonly most: number;
    readonly mostBytes: number;
  }): Promise<number>;
  /** Whether trying again later may help. */
  isAway(error: unknown): boolean;
}
