// Interface of the index for replay: queries that return pages of captures in index order. Each call is one short
// query, so no connection is held while a client reads. captures.db.ts implements the queries for PostgreSQL.
import type { KeyRange, KeySpan } from '../keys/key-spans.ts';
import type { Capture, Direction, ReplayPosition } from './capture.ts';

/** Requested urlkeys: one key, or a range in byte order. */
export type KeyMatch = { key: string } | KeyRange;

export interface CaptureScope {
  readonly namespace: string;
  /** Earliest and latest time, inclusive. */
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
  /** Returns captures of one key, ordered by time. `after` is the last capture of the previous page. */
  ofKey(scope: CaptureScope, key: string, page: Page<TimeAndId>): Promise<Capture[]>;
  /** Returns up to `limit` captures of one key on each side: backward from one time and forward from another. */
  around(
    scope: CaptureScope,
    key: string,
    sides: CaptureTimeBounds,
    limit: number,
  ): Promise<SurroundingCaptures>;
  /** Returns captures of a key range, ordered by time. `after` is the last capture of the previous page. */
  byTime(scope: CaptureScope, range: KeyRange, page: Page<TimeAndId>): Promise<Capture[]>;
  /** Returns captures of a span, ordered by key part, then by time and id. */
  ofSpan(scope: CaptureScope, span: KeySpan, page: Page<SpanCursor>): Promise<Capture[]>;
  /**
   * Returns the position of the capture that follows the first `before` captures. Returns undefined if there are not
   * that many.
   */
  positionAt(
    scope: CaptureScope,
    match: KeyMatch,
    place: CapturePosition,
  ): Promise<ReplayPosition | undefined>;
  count(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** Returns the summary of one key, or undefined if it has no captures. */
  summary(scope: CaptureScope, key: string): Promise<UrlSummary | undefined>;
  countUrls(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** Returns the captures of these artifacts in any order. Omits artifacts that no longer exist. */
  byId(namespace: string, ids: readonly string[]): Promise<Capture[]>;
}

/** Both times are inclusive. */
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
 * Cursor in a span. Listing continues after all captures with this key part or, if `at` is set, after one of these
 * captures.
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
  /** URL of one of the captures. */
  readonly url: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly captures: number;
  /** Number of distinct contents. */
  readonly versions: number;
}
