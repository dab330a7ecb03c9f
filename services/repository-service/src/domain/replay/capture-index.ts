// What replay asks of the index: pages of captures in the index's order, each call one short query, so that no
// connection is held while a client reads. captures.db.ts answers it from PostgreSQL.
import type { Capture, Direction, Position } from './capture.ts';

/** The index holds this many characters of a key; longer keys may share them with others. */
export const KEY_PREFIX_CHARACTERS = 500;

/** The urlkeys asked for: one key, or a range in byte order. `below` is exclusive; without it the range has no end. */
export type KeyMatch = { key: string } | KeyRange;

export interface KeyRange {
  readonly from: string;
  readonly below: string | undefined;
}

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
  /** Captures of a range by head and time. */
  byHead(scope: CaptureScope, range: KeyRange, page: Page<KeyPrefixCursor>): Promise<Capture[]>;
  /** The first key of the range that shares the first 500 characters of `key`, or the first of these after `after`. */
  nextKeyOfHead(scope: CaptureScope, range: KeyRange, place: KeyCursor): Promise<string | undefined>;
  /** Where the capture stands that has `before` others before it; undefined when there are fewer. */
  positionAt(scope: CaptureScope, match: KeyMatch, place: CapturePosition): Promise<Position | undefined>;
  count(scope: CaptureScope, match: KeyMatch): Promise<number>;
  /** What there is of each key, in their order; `after` this key, then passing over `offset` of them. */
  urls(scope: CaptureScope, match: KeyMatch, place: UrlCursor): Promise<UrlSummary[]>;
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

/**
 * A cursor after all captures whose keys share the first 500 characters of a key; with `at`, after one capture of a key
 * that shares its own with none.
 */
export interface KeyPrefixCursor {
  readonly key: string;
  readonly at: TimeAndId | undefined;
}

export interface KeyCursor {
  readonly key: string;
  readonly after: string | undefined;
  readonly direction: Direction;
}

export interface CapturePosition {
  readonly before: number;
  readonly direction: Direction;
}

export interface UrlCursor {
  readonly after: string | undefined;
  readonly offset: number;
  readonly limit: number;
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
