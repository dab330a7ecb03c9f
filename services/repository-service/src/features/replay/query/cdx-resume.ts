// Resume keys: tokens for the position at which a truncated response ended. A token is valid only for the same query.
import { BadPageTokenError, createPageToken } from '@holdfast/pg-kit';
import type { ReplayPosition } from '../../../domain/replay/capture.ts';
import type { CaptureIndex, TimeAndId } from '../../../domain/replay/capture-index.ts';
import { makeBadParameterError } from '../../errors.ts';
import type { ClosestPosition } from '../walk/closest-walk.ts';
import type { CdxQuery } from './cdx-query.ts';

/** The last returned capture. For `closest`, the last returned captures before and after the requested time. */
export type ResumePosition = { at: ReplayPosition } | { around: ClosestPosition };

type TimeTuple = [collectionMs: number, id: string];
type PlainPosition =
  | { at: [...TimeTuple, urlkey?: string] }
  | { around: [TimeTuple | null, TimeTuple | null] };

// Maximum length of a urlkey in a token, because tokens must fit into a request line. A token without the urlkey
// contains the ID of the capture, which is then looked up.
const MAX_KEY_CHARACTERS = 4_000;

export function formatResumeKey(
  tokenKey: Uint8Array,
  { identity }: CdxQuery,
  position: ResumePosition,
): string {
  return createPageToken(tokenKey, identity).encode(toPlainPosition(position));
}

/** Parses a resume key. Throws 400 if it was issued for another query. */
export async function parseResumeKey(
  { tokenKey, index }: { tokenKey: Uint8Array; index: CaptureIndex },
  { identity, resumeKey, scope }: CdxQuery,
): Promise<ResumePosition | undefined> {
  if (resumeKey === undefined) return undefined;
  const plain = decodeResumeKey(() => createPageToken(tokenKey, identity).decode(resumeKey) as PlainPosition);
  if ('around' in plain) {
    const [earlier, later] = plain.around;
    return { around: { earlier: toTimeAndId(earlier), later: toTimeAndId(later) } };
  }
  const [collectionMs, id, urlkey] = plain.at;
  if (urlkey !== undefined) return { at: { urlkey, collectionMs, id } };
  const [capture] = await index.byId(scope.namespace, [id]);
  if (!capture) throw makeBadParameterError('resumeKey: the capture at this position no longer exists.');
  return { at: capture };
}

function decodeResumeKey(read: () => PlainPosition): PlainPosition {
  try {
    return read();
  } catch (error) {
    if (error instanceof BadPageTokenError)
      throw makeBadParameterError('resumeKey belongs to a different query.');
    throw error;
  }
}

function toPlainPosition(position: ResumePosition): PlainPosition {
  if ('around' in position) {
    const { earlier, later } = position.around;
    return { around: [earlier ? toTimeTuple(earlier) : null, later ? toTimeTuple(later) : null] };
  }
  const { urlkey, ...time } = position.at;
  return { at: urlkey.length <= MAX_KEY_CHARACTERS ? [...toTimeTuple(time), urlkey] : toTimeTuple(time) };
}

function toTimeTuple({ collectionMs, id }: TimeAndId): TimeTuple {
  return [collectionMs, id];
}

function toTimeAndId(time: TimeTuple | null): TimeAndId | undefined {
  return time ? { collectionMs: time[0], id: time[1] } : undefined;
}
