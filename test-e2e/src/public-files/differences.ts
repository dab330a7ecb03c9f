// Finds differences between Holdfast and another reader for one archive file. Parses the table in the documents that
// explains them.

export interface ListedCapture {
  /** Offset of the record, or of its gzip member, in the file. */
  readonly offset: number;
  readonly urlkey: string;
  readonly timestamp: string;
  readonly url: string;
  readonly mime: string;
  readonly status: string;
  readonly digest: string;
}

export interface ArchiveReading {
  readonly captures: readonly ListedCapture[];
  /** Error with which the reader stopped before the end of the file. */
  readonly fault: string | undefined;
}

/** Result of an import: the stored captures, and the reasons for refused records, by offset. */
export interface HoldfastReading extends ArchiveReading {
  readonly refused: ReadonlyMap<number, string>;
}

export interface Difference {
  readonly kind: string;
  readonly example: string;
}

const FIELDS = ['urlkey', 'timestamp', 'url', 'mime', 'status', 'digest'] as const;

/**
 * Returns one example for each kind of difference: `gives up`, `not listed`, `refused here`, `no capture here`,
 * `revisit`, or a column name.
 */
export function findDifferences(ours: HoldfastReading, theirs: ArchiveReading): Difference[] {
  const found = new Map<string, string>();
  const add = (kind: string, example: string) => {
    if (!found.has(kind)) found.set(kind, example.slice(0, 300));
  };
  if (ours.fault !== undefined) add('refused here', ours.fault);
  if (theirs.fault !== undefined) add('gives up', theirs.fault);
  const left = groupByOffset(theirs.captures);
  const unmatched = ours.captures.filter((own) => {
    const other = left.get(own.offset)?.shift();
    if (other !== undefined) compare(own, other, add);
    return other === undefined;
  });
  for (const own of unmatched) {
    const other = takeSame(left, own);
    if (other !== undefined) {
      add('offset', `${own.url}: ${own.offset}, there ${other.offset}`);
      compare(own, other, add);
    } else if (theirs.fault === undefined) add('not listed', `${own.offset} ${own.url}`);
  }
  for (const { offset, url } of [...left.values()].flat()) {
    const reason = ours.refused.get(offset);
    if (reason !== undefined) add('refused here', `${url}: ${reason}`);
    else if (ours.fault === undefined) add('no capture here', `${offset} ${url}`);
  }
  return [...found].map(([kind, example]) => ({ kind, example }));
}

function compare(
  own: ListedCapture,
  other: ListedCapture,
  add: (kind: string, example: string) => void,
): void {
  // For a revisit, the other reader lists the type `warc/revisit`, but Holdfast lists the type of the original.
  const isRevisit = other.mime === 'warc/revisit';
  if (isRevisit) add('revisit', own.url);
  for (const field of isRevisit ? FIELDS.slice(0, 3) : FIELDS) {
    if (own[field] !== other[field]) add(field, `${own.url}: ${own[field]}, there ${other[field]}`);
  }
}

/** Removes and returns the first capture that has the same time and URL as `own`. */
function takeSame(left: Map<number, ListedCapture[]>, own: ListedCapture): ListedCapture | undefined {
  for (const captures of left.values()) {
    const at = captures.findIndex(({ timestamp, url }) => timestamp === own.timestamp && url === own.url);
    if (at >= 0) return captures.splice(at, 1)[0];
  }
  return undefined;
}

function groupByOffset(captures: readonly ListedCapture[]): Map<number, ListedCapture[]> {
  const found = new Map<number, ListedCapture[]>();
  for (const capture of captures) {
    const there = found.get(capture.offset);
    if (there) there.push(capture);
    else found.set(capture.offset, [capture]);
  }
  return found;
}

/**
 * Parses the table below the heading `Differences`. Keys are `file reader kind`. In the table, file names are inline
 * code, and a cell may contain several values separated by commas.
 */
export function parseExplainedDifferences(document: string): Map<string, string> {
  const found = new Map<string, string>();
  const rows = document.slice(document.indexOf('\n## Differences')).split('\n');
  for (const row of rows.filter((line) => line.startsWith('| `'))) {
    const [, files, readers, kinds, reason] = row.split(/(?<!\\)\|/).map((cell) => cell.trim());
    for (const file of parseListCell(files!)) {
      for (const reader of parseListCell(readers!)) {
        for (const kind of parseListCell(kinds!)) found.set(`${file} ${reader} ${kind}`, reason!);
      }
    }
  }
  return found;
}

const parseListCell = (cell: string) => cell.split(',').map((word) => word.trim().replaceAll('`', ''));
