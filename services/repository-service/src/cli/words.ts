// How progress is said. Pure text.
import type { Progress } from '../domain/job-progress.ts';

export function sizeWords(bytes: number): string {
  const units = ['B', 'kB', 'MB', 'GB', 'TB', 'PB'];
  let value = bytes;
  let unit = 0;
  while (value >= 999.5 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${unit === 0 || value >= 99.95 ? value.toFixed(0) : value.toFixed(1)} ${units[unit]}`;
}

/** `1,234 of 5,678 (21 %), 1.2 of 3.4 GB (35 %), 3 damaged, 45 MB/s`, as far as it is known. */
export function progressWords(
  { items, totalItems, bytes, totalBytes, counts }: Progress,
  bytesPerSecond?: number,
): string {
  const number = (value: number) => value.toLocaleString('en-GB');
  const percent = (share: number) => ` (${Math.floor(share * 100)} %)`;
  const ofItems = totalItems ? ` of ${number(totalItems)}${percent(items / totalItems)}` : '';
  const ofBytes = totalBytes ? ` of ${sizeWords(totalBytes)}${percent(bytes / totalBytes)}` : '';
  const words = [`${number(items)}${ofItems}`, `${sizeWords(bytes)}${ofBytes}`];
  for (const [name, count] of Object.entries(counts)) words.push(`${number(count)} ${name}`);
  if (bytesPerSecond !== undefined) words.push(`${sizeWords(bytesPerSecond)}/s`);
  return words.join(', ');
}
