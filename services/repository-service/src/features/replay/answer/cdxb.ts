// One cdxb request, from its parameters to a body to be sent. No HTTP, no SQL.
import type { CaptureIndex, KeyMatch } from '../../../domain/replay/capture-index.ts';
import { otherRequestKeys } from '../../../domain/replay/other-request-keys.ts';
import type { Piece } from '../../shared/lent-bytes.ts';
import { type CdxLimits, type CdxParameters, cdxQuery } from '../query/cdx-query.ts';
import { resumeKey, resumePosition } from '../query/cdx-resume.ts';
import { countPages } from '../walk/cdx-pages.ts';
import { cdxBody } from './cdx-body.ts';
import { cdxFormat } from './cdx-format.ts';
import { quickAnswer } from './quick-answer.ts';

export interface CdxbDeps {
  readonly index: CaptureIndex;
  readonly limits: CdxLimits;
  readonly tokenKey: Uint8Array;
}

export interface CdxbAnswer {
  /** Whether there is anything to give. */
  readonly found: boolean;
  readonly contentType: string;
  /** Whether a key to go on from may still come. */
  readonly tellsRest: boolean;
  /** All of it, or as it comes. */
  readonly text: Piece | AsyncIterable<Piece>;
}

/** `onLeftOut` gets the key to go on from, where the query tells of the rest, before the body ends. */
export async function answerCdxb(
  deps: CdxbDeps,
  namespace: string,
  parameters: CdxParameters,
  onLeftOut: (resumeKey: string) => void,
): Promise<CdxbAnswer> {
  const query = cdxQuery(namespace, parameters, deps.limits);
  const format = cdxFormat(parameters, namespace);
  if (parameters.showNumPages && query.page) {
    const count = await countPages(deps.index, query, query.page);
    const text = parameters.output === undefined || isLines(parameters.output);
    return {
      found: true,
      contentType: text ? format.contentType : 'application/json',
      tellsRest: false,
      text: text ? `${count.pages}\n` : `${JSON.stringify(count)}\n`,
    };
  }
  const from = await resumePosition(deps, query);
  const bodyOf = async (match: KeyMatch) =>
    cdxBody(await quickAnswer(deps.index, { ...query, match }, from), format, {
      keyOf: (position) => resumeKey(deps.tokenKey, query, position),
      showResumeKey: Boolean(parameters.showResumeKey),
      onLeftOut,
    });
  let body = await bodyOf(query.match);
  for (const key of 'key' in query.match ? otherRequestKeys(query.match.key) : []) {
    if (!body.found) body = await bodyOf({ key });
  }
  // Captures may have been deleted since the resume key was given: then the answer goes on with nothing.
  const found = body.found || from !== undefined;
  return { ...body, found, contentType: format.contentType, tellsRest: query.tellsRest };
}

function isLines(output: NonNullable<CdxParameters['output']>): boolean {
  return output === 'cdx' || output === 'text';
}
