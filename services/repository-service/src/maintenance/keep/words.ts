// How progress is said. Pure text.
import type { Progress } from '../job.ts';

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

/** `1,234 of 5,678 (21 %), 1.2 GB, 3 damaged, 45 MB/s` */
export function progressWords(
  { items, totalItems, bytes, counts }: Progress,
  bytesPerSecond?: number,
): string {
  const number = (value: number) => value.toLocaleString('en-GB');
  const share = totalItems ? ` of ${number(totalItems)} (${Math.floor((items / totalItems) * 100)} %)` : '';
  const words = [`${number(items)}${share}`, sizeWords(bytes)];
  for (const [name, count] of Object.entries(counts)) words.push(`${number(count)} ${name}`);
  if (bytesPerSecond !== undefined) words.push(`${sizeWords(bytesPerSecond)}/s`);
  return words.join(', ');
}
