// Memento (RFC 7089) for a namespace. GET /replay/timegate/… finds the memento closest to a time (choose-memento.ts).
// GET /replay/timemap/… lists mementos. GET /replay/memento/… returns a memento as captured, without rewriting.
import type { repository } from '@holdfast/api-types';
import { acceptsGzip, type OperationHandlers, type ShellRequest } from '@holdfast/http-kit';
import { makeUrlkey } from '@holdfast/surt';
import type { Response } from 'express';
import type { Capture } from '../../../domain/replay/capture.ts';
import type { CaptureIndex } from '../../../domain/replay/capture-index.ts';
import { findArtifact } from '../../../index/artifact.db.ts';
import { type ArtifactsDeps, useArtifactContent } from '../../artifacts/artifacts.ts';
import { sendPayload } from '../../artifacts/payload-response.ts';
import { convertUnavailableErrors, makeBadParameterError, makeNoSuchMementoError } from '../../errors.ts';
import { setAllowedOrigin } from '../../shared/allow-origin.ts';
import { makeRequestLink } from '../../shared/request-link.ts';
import { sendText } from '../response/text-response.ts';
import { resolveRedirect } from '../words/cdx-fields.ts';
import { isNotSelfRedirect } from '../words/cdx-filter.ts';
import { findLastSecond, formatCdxTimestamp } from '../words/cdx-time.ts';
import { chooseMemento } from './choose-memento.ts';
import {
  formatHttpDate,
  formatLink,
  formatLinkHeader,
  LINK_FORMAT,
  listMementoLinks,
  type MementoAddresses,
  makeMementoAddresses,
  parseAddressUrl,
} from './memento-links.ts';
import { writeTimeMap } from './time-map.ts';

export interface MementoDeps extends ArtifactsDeps {
  /** Returns the index for replay queries. */
  captures(signal: AbortSignal): CaptureIndex;
  /** Maximum number of mementos in a TimeMap. */
  readonly cdxMaxLimit: number;
  /** Value of Access-Control-Allow-Origin. If undefined, the header is not sent. */
  readonly allowOrigin: string | undefined;
}

type Operations = repository.operations;

export function createMementoRoutes(deps: MementoDeps): OperationHandlers<Operations> {
  return {
    getTimeGate: (request, response) => getTimeGate(deps, request, response),
    getTimeMap: (request, response) => getTimeMap(deps, request, response),
    getMemento: (request, response) => getMemento(deps, request, response),
  };
}

async function getTimeGate(
  deps: MementoDeps,
  { params, raw, signal }: ShellRequest<Operations['getTimeGate']>,
  response: Response,
): Promise<void> {
  setAllowedOrigin(deps.allowOrigin, response);
  response.vary('Accept-Datetime');
  const { namespace } = params;
  const url = parseAddressUrl(params.url);
  // RFC 7089, 4.1: a request without Accept-Datetime gets the most recent memento.
  const second = parseAcceptDatetime(raw.headers['accept-datetime']) ?? LATEST_SECOND;
  const capture = await convertUnavailableErrors(
    chooseMemento(deps.captures(signal), { namespace, url, second }),
  );
  if (!capture) throw makeNoSuchMementoError(url, namespace);
  sendToMemento(response, buildAddresses(raw, namespace), url, capture);
}

async function getTimeMap(
  deps: MementoDeps,
  { params, raw, signal }: ShellRequest<Operations['getTimeMap']>,
  response: Response,
): Promise<void> {
  setAllowedOrigin(deps.allowOrigin, response);
  const { namespace } = params;
  const [, from, rest = ''] = /^(?:(\d{14})\/)?(.*)$/s.exec(params.url)!;
  const url = parseAddressUrl(rest);
  const query = { namespace, url, urlkey: makeUrlkey(url), from, max: deps.cdxMaxLimit };
  const index = deps.captures(signal);
  const chunks = await convertUnavailableErrors(writeTimeMap(index, buildAddresses(raw, namespace), query));
  if (!chunks) throw makeNoSuchMementoError(url, namespace);
  response.setHeader('Content-Type', LINK_FORMAT);
  response.vary('Accept-Encoding');
  await convertUnavailableErrors(sendText(raw, response, chunks, { signal, gzip: acceptsGzip(raw) }));
}

async function getMemento(
  deps: MementoDeps,
  request: ShellRequest<Operations['getMemento']>,
  response: Response,
): Promise<void> {
  const { params, raw, signal } = request;
  const { namespace, timestamp } = params;
  setAllowedOrigin(deps.allowOrigin, response);
  const url = parseAddressUrl(params.url);
  const index = deps.captures(signal);
  const capture = await convertUnavailableErrors(
    chooseMemento(index, { namespace, url, second: findLastSecond(timestamp) }),
  );
  if (!capture) throw makeNoSuchMementoError(url, namespace);
  const addresses = buildAddresses(raw, namespace);
  if (formatCdxTimestamp(capture.collectionMs) !== timestamp) {
    sendToMemento(response, addresses, url, capture);
    return;
  }
  const artifact = await convertUnavailableErrors(findArtifact(deps.pool, { namespace, uuid: capture.id }));
  if (!artifact) throw makeNoSuchMementoError(url, namespace);
  await useArtifactContent(deps, artifact, request, async (content) => {
    response.set('Memento-Datetime', formatHttpDate(capture.collectionMs));
    setLinks(response, addresses, capture.url, capture);
    // Omits the redirect target if its key is the memento's own key, because the redirect would lead to this memento
    // again.
    const target = isNotSelfRedirect(capture) ? resolveRedirect(capture) : undefined;
    if (target !== undefined) response.set('Location', addresses.memento(target, capture.collectionMs));
    response.status(chooseMementoStatus(capture, target));
    await sendPayload(request, response, { artifact, content, included: true, hidesCoding: deps.laaws });
  });
}

/** Returns the status of the memento. A redirect gets 302, a captured error 404, and every other capture 200. */
function chooseMementoStatus({ httpStatus = 200 }: Capture, target: string | undefined): number {
  if (target !== undefined) return 302;
  return httpStatus >= 400 && httpStatus <= 999 ? 404 : 200;
}

const LATEST_SECOND = findLastSecond('9999');

function sendToMemento(response: Response, addresses: MementoAddresses, url: string, capture: Capture): void {
  response.status(302).set('Location', addresses.memento(url, capture.collectionMs));
  setLinks(response, addresses, url, capture);
  response.end();
}

function setLinks(
  response: Response,
  addresses: MementoAddresses,
  url: string,
  { collectionMs }: Capture,
): void {
  const datetime = formatHttpDate(collectionMs);
  const memento = formatLink(addresses.memento(url, collectionMs), { rel: 'memento', datetime });
  const header = formatLinkHeader([...listMementoLinks(addresses, url), memento]);
  if (header !== undefined) response.set('Link', header);
}

/**
 * Returns the requested time in seconds since the epoch. Returns undefined if the request contains no time. Throws 400
 * for an invalid time.
 */
function parseAcceptDatetime(header: string | string[] | undefined): number | undefined {
  if (header === undefined) return undefined;
  const second = parseRfc1123Date(String(header));
  if (second === undefined)
    throw makeBadParameterError('Accept-Datetime must be a date such as "Thu, 31 May 2007 20:35:00 GMT".');
  return second;
}

function buildAddresses(raw: ShellRequest['raw'], namespace: string): MementoAddresses {
  return makeMementoAddresses(new URL(makeRequestLink(raw).href).origin, namespace);
}

// Components of an Accept-Datetime value (RFC 7089).
const DAY = '(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun)';
const MONTH = '(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)';
const RFC1123_DATE = new RegExp(`^${DAY}, \\d{2} ${MONTH} \\d{4} \\d{2}:\\d{2}:\\d{2} GMT$`);

/**
 * Parses an rfc1123-date to seconds since the epoch. Returns undefined for any other text, including the two obsolete
 * HTTP date formats. RFC 7089, 4.5.3: "An Accept-Datetime header with a value that is not conform to the rfc1123-date
 * construction rule of BNF in Figure 1" results in a 400 response.
 */
function parseRfc1123Date(value: string): number | undefined {
  const text = value.trim();
  if (!RFC1123_DATE.test(text)) return undefined;
  const date = new Date(text);
  // Rejects dates such as 31 Feb, which `Date` parses as 3 Mar. Accepts a wrong day of the week.
  const isReal = !Number.isNaN(date.getTime()) && date.toUTCString().slice(5) === text.slice(5);
  return isReal ? date.getTime() / 1000 : undefined;
}
