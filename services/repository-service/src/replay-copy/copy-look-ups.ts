// The replay queries that a copy can answer, passed on to the pieces with the keys. Each returns undefined if
// the copy cannot answer.
import type { KeySpan } from '../domain/keys/key-spans.ts';
import type { Capture } from '../domain/replay/capture.ts';
import type {
  Around,
  CaptureScope,
  Page,
  Sides,
  SpanCursor,
  TimeAndId,
} from '../domain/replay/capture-index.ts';
import type { Cold } from './cold.ts';
import { findPieceOfKey, findPiecesBetween, type HeldPiece } from './held-pieces.ts';
import { around, ofKey, ofSpan } from './look-ups.ts';

/** Each method answers like the method of CaptureIndex with the same name. */
export interface CopyLookups {
  ofKey(scope: CaptureScope, key: string, page: Page<TimeAndId>): Capture[] | Cold | undefined;
  around(scope: CaptureScope, key: string, sides: Sides, limit: number): Around | Cold | undefined;
  ofSpan(scope: CaptureScope, span: KeySpan, page: Page<SpanCursor>): Capture[] | Cold | undefined;
}

export function copyLookups(piecesOf: (namespace: string) => readonly HeldPiece[] | undefined): CopyLookups {
  const pieceOf = ({ namespace }: CaptureScope, key: string) => {
    const pieces = piecesOf(namespace);
    return pieces && findPieceOfKey(pieces, key);
  };
  return {
    ofKey(scope, key, page) {
      const piece = pieceOf(scope, key);
      return piece && ofKey([piece], key, page, scope);
    },
    around(scope, key, sides, limit) {
      const piece = pieceOf(scope, key);
      return piece && around([piece], key, sides, limit, scope);
    },
    ofSpan(scope, span, page) {
      const pieces = piecesOf(scope.namespace);
      // With time bounds, a search may have to read all captures to find the few within them.
      const isTimed = scope.fromMs !== undefined || scope.toMs !== undefined;
      if (!pieces || isTimed || span.prefix.length > 0) return undefined;
      const [from, to] = boundsOf(span, page);
      return ofSpan(findPiecesBetween(pieces, from, to), span, page);
    },
  };
}

/** Returns the keys between which the page is. The cursor has already passed one bound. */
function boundsOf(
  { from, to }: KeySpan,
  { direction, after }: Page<SpanCursor>,
): [string, string | undefined] {
  const lowest = direction === 'forward' && after ? after.part : from?.part;
  const highest = direction === 'backward' && after ? after.part : to?.part;
  return [lowest?.toString() ?? '', highest?.toString()];
}
