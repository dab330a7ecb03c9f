// Pieces of a rewritten document.
import type { CssPiece } from './rewrite-css.ts';
import type { ImageCandidate } from './srcset.ts';

/**
 * Attributes of an image that determine what it shows. `candidates` has the same order as the URLs of the reference
 * `image`.
 */
export interface ImagePiece {
  readonly image: number;
  readonly candidates: readonly ImageCandidate[];
  /** Whether the element has a title. If not, the title of a missing image states why the image is missing. */
  readonly isTitled: boolean;
  /** Whether the element has an alternative text. */
  readonly hasText: boolean;
}

/** Source of a `picture` that applies under a media condition. */
export interface SourcePiece {
  readonly source: number;
  readonly media: string;
  readonly candidates: readonly ImageCandidate[];
}

/**
 * Piece of a rewritten document. `frame`: reference to the captured document of a frame. `nested`: document embedded in
 * the page by `srcdoc`.
 */
export type HtmlPiece =
  | CssPiece
  | ImagePiece
  | SourcePiece
  | { readonly frame: number }
  | { readonly nested: readonly HtmlPiece[] };
