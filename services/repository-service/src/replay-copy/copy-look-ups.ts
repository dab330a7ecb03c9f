// The questions of replay that a copy can answer, led to the pieces that have the keys: undefined where it cannot.
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
import { type HeldPiece, pieceOfKey, piecesBetween } from './held-pieces.ts';
import { around, ofKey, ofSpan } from './look-ups.ts';

/** Each answers as the method of CaptureIndex does that has its name. */
export interface CopyLookups {
  ofKey(scope: CaptureScope, key: string, page: Page<TimeAndId>): Capture[] | Cold | undefined;
  around(scope: CaptureScope, key: string, sides: Sides, limit: number): Around | Cold | undefined;
  ofSpan(scope: CaptureScope, span: KeySpan, page: Page<SpanCursor>): Capture[] | Cold | undefined;
}

export function copyLookups(piecesOf: (namespace: string) => readonly HeldPiece[] | undefined): CopyLookups {
  const pieceOf = ({ namespace }: CaptureScope, key: string) => {
    const pieces = piecesOf(namespace);
    return pieces && pieceOfKey(pieces, key);
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
      // Who asks for a time as well might have to be shown all that there is for the few that are of it.
      const isTimed = scope.fromMs !== undefined || scope.toMs !== undefined;
      if (!pieces || isTimed || span.prefix.length > 0) return undefined;
      const [from, to] = boundsOf(span, page);
      return ofSpan(piecesBetween(pieces, from, to), span, page);
    },
  };
}

/** Between which keys the page is; a cursor has passed one bound. */
function boundsOf(
  { from, to }: KeySpan,
  { direction, after }: Page<SpanCursor>,
): [string, string | undefined] {
  const lowest = direction === 'forward' && after ? after.part : from?.part;
  const highest = direction === 'backward' && after ? after.part : to?.part;
  return [lowest?.toString() ?? '', highest?.toString()];
}
