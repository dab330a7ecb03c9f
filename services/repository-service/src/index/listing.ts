// What a listing asks for, and what it gives.

/** One AU, or all AUs of the namespace. */
export interface ListingScope {
  readonly namespace: string;
  readonly auid: string | undefined;
}

/** Which artifacts are listed. `url` and `urlPrefix` exclude each other. */
export interface Listing extends ListingScope {
  readonly url: string | undefined;
  readonly urlPrefix: string | undefined;
  /** Every version, only the highest that may be seen of each URL in each AU, or this one. */
  readonly version: 'all' | 'latest' | number;
  readonly includeUncommitted: boolean;
}

/** The last artifact of the page before. */
export interface ListingPosition {
  readonly url: string;
  readonly auid: string;
  readonly version: number;
}

export interface ListingPage {
  readonly after: ListingPosition | undefined;
  readonly limit: number;
}

export interface ListedArtifact {
  readonly id: string;
  readonly auid: string;
  readonly url: string;
  /** Of the URL in UTF-8, where that is known without making the URL. */
  readonly urlBytes?: number | undefined;
  readonly version: number;
  readonly committed: boolean;
  readonly contentLength: number;
  /** The digest's bytes, or its hex. */
  readonly sha256: Buffer | string;
  readonly collectionMs: number;
  readonly storeMs: number;
  readonly segmentKey: string;
  readonly recordOffset: number;
  readonly recordLength: number;
  /** Why it was damaged already when it came, if it was. */
  readonly quarantined?: string | null | undefined;
}
