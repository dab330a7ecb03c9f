// What replay asks of the index: pages of captures in the index's order, each call one short query, so that no
// connection is held while a client reads. captures.db.ts answers it from PostgreSQL.
import type { KeyRange, KeySpan } from '../keys/key-spans.ts';
import type { Capture, Direction, Position } from './capture.ts';

/** The urlkeys asked for: one key, or a range in byte order. */
export type KeyMatch = { key: string } | KeyRange;

export interface CaptureScope {
  readonly namespace: string;
  /** Inclusive bounds of the time. */
  readonly fromMs: number | undefined;
  readonly toMs: number | undefined;
}

export interface Page<After> {
  readonly direction: Direction;
  readonly after: After | undefined;
  readonly limit: number;
}

export type TimeAndId = Pick<Position, 'collectionMs' | 'id'>;

export interface CaptureIndex {
  /** Captures of one key by time; `after` the one at this time and id. */
  ofKey(scope: CaptureScope, key: string, page: Page<TimeAndId>): Promise<Capture[]>;
  /** The first `limit` captures of one key from each of two times: backward from one, forward from the other. */
  around(scope: CaptureScope, key: string, sides: Sides, limit: number): Promise<Around>;
  /** Captures of a range by time; `after` the one at this time and id. */
  byTime(scope: CaptureScope, range: KeyRange, page: Page<TimeAndId>): Promise<Capture[]>;
  /** Captures of a span by their part of the key, time and id. */
  ofSpan(scope: CaptureScope, span: KeySpan, page: Page<SpanCursor>): Promise<Capture[]>;
  /** Where the capture stands that has `before` others before it; undefined when there are fewer. */
  positionAt(scope: CaptureScope, match: KeyMatch, place: CapturePosition): Promise<Position | undefined>;
  count(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** What there is of one key; undefined: nothing. */
  summary(scope: CaptureScope, key: string): Promise<UrlSummary | undefined>;
  countUrls(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** Those of these artifacts that are still there, in no order. */
  byId(namespace: string, ids: readonly string[]): Promise<Capture[]>;
}

/** Both inclusive. */
export interface Sides {
  readonly earlierToMs: number;
  readonly laterFromMs: number;
}

export interface Around {
  /** The latest first. */
  readonly earlier: Capture[];
  readonly later: Capture[];
}

/** After all captures with this part of the key; with `at`, after one of them. */
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
  /** The URL of one of its captures. */
  readonly url: string;
  readonly firstMs: number;
  readonly lastMs: number;
  readonly captures: number;
  /** Different contents. */
  readonly versions: number;
}
