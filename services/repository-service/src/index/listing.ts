// Types of listing requests and their results.

/** One AU, or all AUs of a namespace. */
export interface ListingScope {
  readonly namespace: string;
  readonly auid: string | undefined;
}

/** Selects the artifacts to list. `url` and `urlPrefix` are mutually exclusive. */
export interface ArtifactListing extends ListingScope {
  readonly url: string | undefined;
  readonly urlPrefix: string | undefined;
  /** Versions to list: all, only the highest visible version of each URL in each AU, or one version number. */
  readonly version: 'all' | 'latest' | number;
  readonly includeUncommitted: boolean;
}

/** Position of the last artifact on the previous page. */
export interface ListingPosition {
  readonly url: string;
  readonly auid: string;
  readonly version: number;
}

export interface ListingPage {
  readonly after: ListingPosition | undefined;
  readonly limit: number;
}

export interface ListingRow {
  readonly id: string;
  readonly auid: string;
  readonly url: string;
  /** Length of the URL in UTF-8 bytes, if it is available without decoding the URL. */
  readonly urlBytes?: number | undefined;
  readonly version: number;
  readonly committed: boolean;
  readonly contentLength: number;
  /** SHA-256 of the payload, as bytes or hex. */
  readonly sha256: Buffer | string;
  readonly collectionMs: number;
  readonly storeMs: number;
  readonly segmentKey: string;
  readonly recordOffset: number;
  readonly recordLength: number;
  /** Reason why the artifact was already damaged on import. Undefined or null if it was intact. */
  readonly quarantined?: string | null | undefined;
}
