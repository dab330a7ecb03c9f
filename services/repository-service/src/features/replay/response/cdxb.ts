// Converts the parameters of a cdxb request to its response body. Contains neither HTTP nor SQL.

import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex, KeyMatch } from '../../../domain/replay/capture-index.ts';
import { type ResponsePiece, releasePiece, toPieceBytes } from '../../shared/pooled-bytes.ts';
import { type CdxLimits, type CdxParameters, parseCdxQuery } from '../query/cdx-query.ts';
import { formatResumeKey, parseResumeKey, type ResumePosition } from '../query/cdx-resume.ts';
import { countPages } from '../walk/cdx-pages.ts';
import { type CdxFormat, chooseCdxFormat } from './cdx-format.ts';
import type { CdxBatches } from './cdx-response.ts';
import { type CompleteCdxResult, tryQuickLookup } from './quick-response.ts';

export interface CdxbDeps {
  readonly index: CaptureIndex;
  readonly limits: CdxLimits;
  readonly tokenKey: Uint8Array;
}

export interface CdxbResponse {
  /** Whether there are any results. */
  readonly found: boolean;
  readonly contentType: string;
  /** Whether the response must report a resume key if it is truncated. */
  readonly tellsRest: boolean;
  /** The whole text, or a stream of chunks. */
  readonly text: ResponsePiece | AsyncIterable<ResponsePiece>;
}

/**
 * Starts the response. `onLeftOut`: called before the body ends if the result was truncated and the client needs the
 * resume key.
 */
export async function createCdxbResponse(
  deps: CdxbDeps,
  namespace: string,
  parameters: CdxParameters,
  onLeftOut: (resumeKey: string) => void,
): Promise<CdxbResponse> {
  const query = parseCdxQuery(namespace, parameters, deps.limits);
  const format = chooseCdxFormat(parameters, namespace);
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
  const from = await parseResumeKey(deps, query);
  const bodyOf = async (match: KeyMatch) =>
    beginCdxBody(await tryQuickLookup(deps.index, { ...query, match }, from), format, {
      keyOf: (position) => formatResumeKey(deps.tokenKey, query, position),
      showResumeKey: Boolean(parameters.showResumeKey),
      onLeftOut,
    });
  let body = await bodyOf(query.match);
  for (const key of 'key' in query.match ? listOtherRequestKeys(query.match.key) : []) {
    if (!body.found) body = await bodyOf({ key });
  }
  // Sends an empty response instead of 404 for a resumed query, because the remaining captures may have been deleted.
  const found = body.found || from !== undefined;
  return { ...body, found, contentType: format.contentType, tellsRest: query.tellsRest };
}

function isLines(output: NonNullable<CdxParameters['output']>): boolean {
  return output === 'cdx' || output === 'text';
}

// Matches urlkeys of POST and PUT requests. This service builds such keys like cdxj-indexer, which writes JSON null as
// `None` and names the parameter of a binary body. pywb writes `null` and does not name this parameter.
const METHOD = /[?&]__wb_method=(?:post|put)(?=&|$)/;

/**
 * Returns the keys to try if no capture has the key of the query. pywb and this service build different keys for some
 * POST and PUT requests. `key`: the key that pywb builds. The result is the key that this service builds, or empty if
 * the two keys cannot differ.
 */
function listOtherRequestKeys(key: string): string[] {
  const method = METHOD.exec(key);
  if (!method) return [];
  const named = key.replace(/=null(?=&|$)/g, '=none');
  if (named !== key) return [named];
  if (key.includes('__wb_post_data=')) return [];
  const end = method.index + method[0].length;
  return [`${key.slice(0, end)}&__wb_post_data=${key.slice(end)}`];
}

// Body of a CDX response, written while captures are still being found.
interface CdxBody {
  /** Whether there are any records. */
  readonly found: boolean;
  /** The whole text, or a stream, which is returned only after the first record was found or the search has ended. */
  readonly text: ResponsePiece | AsyncIterable<ResponsePiece>;
}

interface BodyOptions {
  keyOf(position: ResumePosition): string;
  readonly showResumeKey: boolean;
  /** Called before the end of the body if the result was truncated. */
  onLeftOut(resumeKey: string): void;
}

/**
 * Resolves when the first record was found, or when it is certain that there is none. Until then, errors can still
 * become error responses.
 */
async function beginCdxBody(
  answer: CompleteCdxResult | CdxBatches,
  format: CdxFormat,
  options: BodyOptions,
): Promise<CdxBody> {
  if ('captures' in answer) return buildWholeBody(answer, format, options);
  for (;;) {
    const first = await answer.next();
    if (first.done) return { found: false, text: format.begin + format.end(undefined) };
    if (first.value.length > 0)
      return { found: true, text: streamCdxBody(first.value, answer, format, options) };
  }
}

function buildWholeBody(
  { captures, stopped }: CompleteCdxResult,
  format: CdxFormat,
  options: BodyOptions,
): CdxBody {
  const key = stopped && options.keyOf(stopped);
  if (key !== undefined) options.onLeftOut(key);
  // The end of the text depends on whether there are records, so the records are formatted first.
  const records = format.records(captures);
  const end = format.end(options.showResumeKey ? key : undefined);
  return { found: captures.length > 0, text: joinBody(format.begin, records, end) };
}

async function* streamCdxBody(
  first: Capture[],
  answer: CdxBatches,
  format: CdxFormat,
  { keyOf, showResumeKey, onLeftOut }: BodyOptions,
): AsyncGenerator<ResponsePiece> {
  yield joinBody(format.begin, format.records(first), '');
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

function joinBody(begin: string, records: ResponsePiece, end: string): ResponsePiece {
  if (typeof records === 'string') return begin + records + end;
  if (begin === '' && end === '') return records;
  const bytes = Buffer.concat([Buffer.from(begin), toPieceBytes(records), Buffer.from(end)]);
  releasePiece(records);
  return { bytes, release: () => undefined };
}
