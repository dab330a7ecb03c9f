// Describes a found capture in one line: its AU, date, status, type and size, and how many captures its URL has.
import type { FoundCapture } from '@holdfast/api-types';
import { formatBytes, toDate } from '../language/format.ts';
import { shortenMiddle } from '../language/printable.ts';
import { locale, t } from '../language/t.ts';

const MAX_NAME = 80;
/** Maximum number of captures per URL that the service counts. */
const MAX_COUNTED_CAPTURES = 100;

/** Formats the date of a capture in UTC, such as `26 Jan 2014`. CDX files and replay tools also use UTC. */
export const formatCaptureDate = (ms: number): string =>
  `${new Intl.DateTimeFormat(locale.value, { dateStyle: 'medium', timeZone: 'UTC' }).format(toDate(ms))} UTC`;

/** `auName`: name of the AU. If undefined, the AUID is shown. */
export function formatCaptureFacts(capture: FoundCapture, auName: string | undefined): string {
  const { auid, collectionDate, httpStatus, mediaType, contentLength, captures } = capture;
  return [
    shortenMiddle(auName ?? auid, MAX_NAME),
    formatCaptureDate(collectionDate),
    httpStatus,
    mediaType,
    formatBytes(contentLength),
    captures > 1 && formatCaptureCount(captures),
  ]
    .filter((fact) => fact !== undefined && fact !== false)
    .join(' · ');
}

/** Formats the number of captures of a URL. */
export const formatCaptureCount = (captures: number): string =>
  captures >= MAX_COUNTED_CAPTURES
    ? t('found.manyCaptures', { count: captures })
    : t('found.captures', { count: captures });
