// Messages between the service and the page thread, and the report about a rendered page.

export type ReferenceKind = 'style' | 'image' | 'font' | 'frame' | 'import';

/**
 * Reason why a resource is missing. `none`: not captured; `error`: captured only with an error status; `redirects`: too
 * many redirects; `type`: not of the expected type; `time`: not read in time.
 */
export type MissingReason =
  | 'none'
  | 'error'
  | 'redirects'
  | 'tooLarge'
  | 'tooMany'
  | 'damaged'
  | 'unreadable'
  | 'type'
  | 'time';

/** Reference from a page to a resource. `urls`: absolute URLs, the preferred one first. */
export interface PageReference {
  readonly id: number;
  readonly kind: ReferenceKind;
  readonly urls: readonly string[];
}

/** Piece of a rendered page: HTML, or the data URL of the resource of a reference. */
export type PagePart = string | { readonly inline: number };

/** Style sheet or document of a frame that was read. */
export interface PageText {
  readonly id: number;
  readonly url: string;
  readonly bytes: Uint8Array;
  readonly contentType: string | undefined;
}

export interface PageDocument extends Omit<PageText, 'id'> {
  /** Captured HTTP header field `Refresh`. */
  readonly refresh: string | undefined;
  /** Whether `bytes` lacks the end of the document. */
  readonly isCut: boolean;
  /** URL of the console page that shows the captures of a URL, without a query string. Undefined to write no links. */
  readonly linkBase: string | undefined;
  readonly collectionMs: number;
}

/**
 * Result for a reference: read, or missing with the reason. `type`: media type of an image or font. `choice`: index of
 * the URL that was read, 0 if undefined.
 */
export type ReferenceResult =
  | { readonly id: number; readonly result: 'read'; readonly type?: string; readonly choice?: number }
  | { readonly id: number; readonly result: 'missing'; readonly reason: MissingReason };

export type PageRequest =
  | { readonly op: 'document'; readonly document: PageDocument }
  | { readonly op: 'texts'; readonly texts: readonly PageText[] }
  | { readonly op: 'finish'; readonly results: readonly ReferenceResult[] };

/** Facts about a page that the page thread finds in the page's document. */
export interface PageFacts {
  readonly title?: string;
  readonly refresh?: { readonly url: string; readonly seconds: number };
  readonly frameset: boolean;
  readonly cut: boolean;
  /** References beyond the limit, which were not requested. */
  readonly refused: readonly Omit<PageReference, 'id'>[];
}

export type PageAnswer =
  | { readonly op: 'needs'; readonly references: readonly PageReference[] }
  | { readonly op: 'done'; readonly parts: readonly PagePart[]; readonly facts: PageFacts }
  | { readonly op: 'failed'; readonly detail: string };
