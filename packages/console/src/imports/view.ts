// How the imports of this page stand, for whoever shows it, wherever in the console: told a few times a second at most,
// however fast files and records go by.
import { signal } from '@preact/signals';
import type { FileCounts } from './standings.ts';
import { type Counts, noCounts } from './status-lines.ts';

/** Why files wait that could be sent. */
export type Held = 'stopped' | 'cut' | 'refused' | 'busy';

export interface ImportView extends FileCounts {
  /** Changes with every change, also of files and lines. */
  readonly version: number;
  readonly totalBytes: number;
  readonly sentBytes: number;
  /** Of records. */
  readonly counts: Counts;
  readonly held: Held | undefined;
  /** What the service said, where that is why. */
  readonly trouble: string | undefined;
}

export const nothingImported: ImportView = {
  version: 0,
  files: 0,
  waiting: 0,
  active: 0,
  imported: 0,
  inAlready: 0,
  failed: 0,
  totalBytes: 0,
  sentBytes: 0,
  counts: noCounts(),
  held: undefined,
  trouble: undefined,
};

export const importView = signal<ImportView>(nothingImported);

export const isUnderWay = ({ waiting, active }: ImportView): boolean => waiting + active > 0;
