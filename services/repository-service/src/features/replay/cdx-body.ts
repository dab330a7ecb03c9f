// The body of a CDX answer: text that is made as the captures come.
import type { Capture } from '../../domain/replay/capture.ts';
import type { CdxAnswer } from './cdx-answer.ts';
import type { CdxFormat } from './cdx-format.ts';
import type { ResumePosition } from './cdx-resume.ts';

export interface CdxBody {
  /** Whether there is any record. */
  readonly found: boolean;
  /** Begins with the first record, if there is one. */
  readonly chunks: AsyncIterable<string>;
}

export interface BodyOptions {
  keyOf(position: ResumePosition): string;
  /** Whether the key to go on from is part of the body. */
  readonly showResumeKey: boolean;
  /** Called before the end when captures were left out. */
  onLeftOut(resumeKey: string): void;
}

/** Resolves when there is a first record or none, so that trouble before it can still become an error. */
export async function cdxBody(answer: CdxAnswer, format: CdxFormat, options: BodyOptions): Promise<CdxBody> {
  for (;;) {
    const first = await answer.next();
    if (first.done) return { found: false, chunks: once(format.begin + format.end(undefined)) };
    if (first.value.length > 0) return { found: true, chunks: chunks(first.value, answer, format, options) };
  }
}

/** A body that is there already. */
export async function* once(text: string): AsyncGenerator<string> {
  if (text !== '') yield text;
}

async function* chunks(
  first: Capture[],
  answer: CdxAnswer,
  format: CdxFormat,
  { keyOf, showResumeKey, onLeftOut }: BodyOptions,
): AsyncGenerator<string> {
  yield format.begin + format.records(first);
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
