// The body of a CDX answer: text that is made as the captures come.
import type { Capture } from '../../../domain/replay/capture.ts';
import { bytesOf, type Piece, release } from '../../shared/lent-bytes.ts';
import type { ResumePosition } from '../query/cdx-resume.ts';
import type { CdxAnswer } from './cdx-answer.ts';
import type { CdxFormat } from './cdx-format.ts';
import type { WholeAnswer } from './quick-answer.ts';

export interface CdxBody {
  /** Whether there is any record. */
  readonly found: boolean;
  /** All of it, or text that begins with the first record, if there is one. */
  readonly text: Piece | AsyncIterable<Piece>;
}

export interface BodyOptions {
  keyOf(position: ResumePosition): string;
  /** Whether the key to go on from is part of the body. */
  readonly showResumeKey: boolean;
  /** Called before the end when captures were left out. */
  onLeftOut(resumeKey: string): void;
}

/** Resolves when there is a first record or none, so that trouble before it can still become an error. */
export async function cdxBody(
  answer: WholeAnswer | CdxAnswer,
  format: CdxFormat,
  options: BodyOptions,
): Promise<CdxBody> {
  if ('captures' in answer) return wholeBody(answer, format, options);
  for (;;) {
    const first = await answer.next();
    if (first.done) return { found: false, text: format.begin + format.end(undefined) };
    if (first.value.length > 0) return { found: true, text: chunks(first.value, answer, format, options) };
  }
}

function wholeBody({ captures, stopped }: WholeAnswer, format: CdxFormat, options: BodyOptions): CdxBody {
  const key = stopped && options.keyOf(stopped);
  if (key !== undefined) options.onLeftOut(key);
  // What stands after the records depends on whether there were any.
  const records = format.records(captures);
  const end = format.end(options.showResumeKey ? key : undefined);
  return { found: captures.length > 0, text: whole(format.begin, records, end) };
}

async function* chunks(
  first: Capture[],
  answer: CdxAnswer,
  format: CdxFormat,
  { keyOf, showResumeKey, onLeftOut }: BodyOptions,
): AsyncGenerator<Piece> {
  yield whole(format.begin, format.records(first), '');
  for (;;) {
    const next = await answer.next();
    if (!next.done) {
      if (next.value.length > 0) yield format.records(next.value);
      continue;
    }
    const key = next.value && keyOf(next.value);
    if (key !== undefined) onLeftOut(key);
    const end = format.end(showResumeKey ? key : undefined);
    if (end !== '') yield end;
    return;
  }
}

function whole(begin: string, records: Piece, end: string): Piece {
  if (typeof records === 'string') return begin + records + end;
  if (begin === '' && end === '') return records;
  const bytes = Buffer.concat([Buffer.from(begin), bytesOf(records), Buffer.from(end)]);
  release(records);
  return { bytes, release: () => undefined };
}
