// What is being gathered for one segment: results in the order of the upload, the entries among them that go to the
// index, and the segment their bytes are in.
import type { Result } from '../domain/disposition.ts';
import type { Entry } from '../domain/entry.ts';
import type { Segment } from './segment.ts';

export class OpenBatch {
  readonly results: Result[] = [];
  readonly entries: Entry[] = [];
  /** The last entry of each URL, which the next record of that URL is compared with. */
  readonly lastOfUrl = new Map<string, Entry>();
  readonly openedMs: number;
  segment: Segment | undefined;

  constructor(openedMs: number) {
    this.openedMs = openedMs;
  }

  add(result: Result): void {
    this.results.push(result);
    if (result.disposition !== 'pending') return;
    this.entries.push(result.entry);
    const { record } = result.entry;
    if (record.kind !== 'revisit') this.lastOfUrl.set(record.url, result.entry);
  }
}
