// Formats durations, counts and the progress line.
import { formatBytes } from '@holdfast/service-kit/text';

export function formatDuration(ms: number): string {
  const seconds = Math.ceil(ms / 1000);
  const two = (value: number) => String(value).padStart(2, '0');
  const [h, m, s] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return h > 0 ? `${h}:${two(m)}:${two(s)}` : `${m}:${two(s)}`;
}

export function formatCount(count: number, thing: string): string {
  return `${count.toLocaleString('en-GB')} ${thing}${count === 1 ? '' : 's'}`;
}

export interface ProgressView {
  readonly sentBytes: number;
  /** Total size. Undefined if standard input is one of the sources. */
  readonly totalBytes?: number;
  readonly records: number;
  readonly bytesPerSecond: number;
}

/** Formats the progress line, such as `1.2 of 3.4 GB, 12,345 records, 120 MB/s, 0:19 left`. */
export function formatProgress(
  { sentBytes, totalBytes, records, bytesPerSecond }: ProgressView,
  thing = 'record',
): string {
  const bytes =
    totalBytes === undefined
      ? formatBytes(sentBytes)
      : `${formatBytes(sentBytes)} of ${formatBytes(totalBytes)}`;
  const words = [bytes, formatCount(records, thing), `${formatBytes(bytesPerSecond)}/s`];
  if (totalBytes !== undefined) words.push(formatTimeLeft(totalBytes - sentBytes, bytesPerSecond, thing));
  return words.join(', ');
}

/** Longest remaining time that is displayed. If the rate is near 0, the estimate is meaningless. */
const MAX_LEFT_MS = 1_000 * 3_600_000;

function formatTimeLeft(bytesLeft: number, bytesPerSecond: number, thing: string): string {
  if (bytesLeft <= 0) return `waiting for the last ${thing}s`;
  const ms = (bytesLeft / bytesPerSecond) * 1000;
  return ms < MAX_LEFT_MS ? `${formatDuration(ms)} left` : 'time left unknown';
}

/** Escapes control characters, because text from a captured page may contain terminal escape sequences. */
export function escapeControls(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}]/gu, (character) => {
    return `\\u${character.codePointAt(0)?.toString(16).padStart(4, '0')}`;
  });
}
