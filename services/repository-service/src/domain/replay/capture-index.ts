// Interface of the replay index. Each query returns one page of captures in index order and is short, so that slow
// clients do not occupy connections. captures.db.ts implements it for PostgreSQL.
import type { KeyPrefixRange, KeyRange } from '../keys/key-prefix-ranges.ts';
import type { Capture, Direction, ReplayPosition } from './capture.ts';

/** Requested urlkeys: one key, or a key range in byte order. */
export type KeyMatch = { key: string } | KeyRange;

export interface CaptureScope {
  readonly namespace: string;
  /** Earliest and latest capture time, inclusive. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface Page<After> {
  readonly direction: Direction;
  readonly after: After | undefined;
  readonly limit: number;
}

export type TimeAndId = Pick<ReplayPosition, 'collectionMs' | 'id'>;

export interface CaptureIndex {
  /** Returns captures of one key in time order. `after`: last capture of the previous page. */
  ofKey(scope: CaptureScope, key: string, page: Page<TimeAndId>): Promise<Capture[]>;
  /**
   * Returns up to `limit` captures of one key at or before `earlierToMs`, latest first, and up to `limit` at or after
   * `laterFromMs`, earliest first.
   */
  around(
    scope: CaptureScope,
    key: string,
    sides: CaptureTimeBounds,
    limit: number,
  ): Promise<SurroundingCaptures>;
  /** Returns captures of a key range in time order. `after`: last capture of the previous page. */
  byTime(scope: CaptureScope, range: KeyRange, page: Page<TimeAndId>): Promise<Capture[]>;
  /** Returns captures of a key range, ordered by key part, time and ID (domain/keys/key-prefix-ranges.ts). */
  ofSpan(scope: CaptureScope, span: KeyPrefixRange, page: Page<SpanCursor>): Promise<Capture[]>;
  /**
   * Returns the position of the capture after the first `place.before` captures. Returns undefined if there is none.
   */
  positionAt(
    scope: CaptureScope,
    match: KeyMatch,
    place: CapturePosition,
  ): Promise<ReplayPosition | undefined>;
  count(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** Returns a summary of one key's captures, or undefined if the key has none. */
  summary(scope: CaptureScope, key: string): Promise<UrlSummary | undefined>;
  countUrls(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** Returns the captures of these artifacts in any order. Omits artifacts that no longer exist. */
  byId(namespace: string, ids: readonly string[]): Promise<Capture[]>;
}

/**
 * Inclusive bounds of a search before and after a requested time: upper bound of the earlier captures, lower bound of
 * the later captures.
 */
export interface CaptureTimeBounds {
  readonly earlierToMs: number;
  readonly laterFromMs: number;
}

export interface SurroundingCaptures {
  /** Latest first. */
  readonly earlier: Capture[];
  readonly later: Capture[];
}

/**
 * Cursor in a range of key parts. The next page starts after all captures with this part or, if `at` is set, after that
 * capture.
 */
export interface SpanCursor {
  readonly part: Buffer;
  readonly at: TimeAndId | undefined;
}

export interface CapturePosition {
  readonly before: number;
  readonly direction: Direction;
}

export interface UrlSummary {
  readonly urlkey: string;
  /** URL of one of the captures, as an example. */
  readonly url: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly captures: number;
  /** Number of distinct payloads. */
  readonly versions: number;
}
