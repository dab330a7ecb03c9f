// Formats the XML documents of cdxa. Clients read every element in them and fail if one is missing. Every document with
// results has exactly one `request` element.
import type { Capture } from '../../../domain/replay/capture.ts';
import type { UrlSummary } from '../../../domain/replay/capture-index.ts';
import type { CdxaQuery } from '../query/cdxa-query.ts';
import { formatFieldValue } from '../words/cdx-fields.ts';
import { formatCdxTimestamp } from '../words/cdx-time.ts';

export const CDXA_CONTENT_TYPE = 'application/xml; charset=utf-8';

export function formatDocumentStart(query: CdxaQuery, total: number, nowMs: number): string {
  const request = formatCdxaElements({
    startdate: query.startDate ?? '19960101000000',
    enddate: query.endDate ?? formatCdxTimestamp(nowMs),
    type: query.type,
    firstreturned: String(query.offset),
    url: query.url,
    resultsrequested: String(query.limit),
    resultstype: query.type === 'urlquery' ? 'resultstypecapture' : 'resultstypeurl',
    numreturned: String(Math.max(0, Math.min(query.limit, total - query.offset))),
    numresults: String(total),
  });
  return `${XML_DECLARATION}<wayback>\n<request>${request}</request>\n<results>\n`;
}

export const DOCUMENT_END = '</results>\n</wayback>\n';

export function formatCaptureResult(capture: Capture, namespace: string, isClosest: boolean): string {
  const members: Record<string, string> = {
    compressedoffset: '0',
    // Clients read the compressed length from this element, despite its name.
    compressedendoffset: String(capture.lengthBytes),
    mimetype: formatFieldValue('mimetype', capture, namespace),
    file: formatFieldValue('filename', capture, namespace),
    redirecturl: formatFieldValue('redirect', capture, namespace),
    urlkey: capture.urlkey,
    digest: formatFieldValue('digest', capture, namespace),
    httpresponsecode: formatFieldValue('statuscode', capture, namespace),
    robotflags: '-',
    url: formatFieldValue('original', capture, namespace),
    capturedate: formatCdxTimestamp(capture.collectionMs),
  };
  if (isClosest) members.closest = 'true';
  return `<result>${formatCdxaElements(members)}</result>\n`;
}

export function formatUrlResult(summary: UrlSummary): string {
  const members = {
    urlkey: summary.urlkey,
    originalurl: summary.url,
    firstcapturets: formatCdxTimestamp(summary.firstMs),
    lastcapturets: formatCdxTimestamp(summary.lastMs),
    numcaptures: String(summary.captures),
    numversions: String(summary.versions),
  };
  return `<result>${formatCdxaElements(members)}</result>\n`;
}

/** Titles of error documents. Clients compare them verbatim. */
const titles: Readonly<Record<number, string>> = {
  400: 'Bad Query Exception',
  401: 'Access Control Exception',
  403: 'Access Control Exception',
  404: 'Resource Not In Archive',
};

/** Returns an error document. A status that has no title is reported as an unavailable index. */
export function formatErrorDocument(status: number, message: string): string {
  const title = titles[status] ?? 'Resource Index Not Available Exception';
  return `${XML_DECLARATION}<wayback><error>${formatCdxaElements({ title, message })}</error></wayback>\n`;
}

/** Returns an error as XML, because clients of this operation expect every error as XML. */
export function makeCdxaErrorBody({ status, detail }: { status: number; detail: string }) {
  return { contentType: CDXA_CONTENT_TYPE, text: formatErrorDocument(status, detail) };
}

export const NOT_IN_ARCHIVE = 'The Resource you requested is not in this archive.';

// First line of every document. In the documents, only elements without children contain text. All text is escaped, and
// characters that XML 1.0 forbids are replaced.
const XML_DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';

// Characters that are not allowed in XML 1.0.
const FORBIDDEN = /[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;
const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
};

/** Writes an element. `name` is not escaped; `text` is. */
function formatCdxaElement(name: string, text: string): string {
  return `<${name}>${escapeXmlText(text)}</${name}>`;
}

/** Writes one element per property, in order. */
function formatCdxaElements(members: Readonly<Record<string, string>>): string {
  let all = '';
  for (const name in members) all += formatCdxaElement(name, members[name]!);
  return all;
}

function escapeXmlText(text: string): string {
  return text.replace(FORBIDDEN, '\ufffd').replace(/[&<>"']/g, (character) => entities[character]!);
}
