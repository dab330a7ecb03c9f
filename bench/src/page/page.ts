// Regenerates docs/performance.md and its charts from the stored measurements.
// Replaces the text between each `<!-- NAME -->` and `<!-- end -->`.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_LINES_QUERY, type ServerLookups } from '../peers/lookup-results.ts';
import type { PeersResults } from '../peers/peers-bench.ts';
import { OWN_READER_NAME, type ReaderFileResult } from '../peers/reading.ts';
import type { StartResult } from '../start/start-bench.ts';
import { drawBarChart } from './bars.ts';
import { readStoredMeasurement, type StoredMeasurement } from './stored-measurement.ts';

/** Regenerates the page and its charts. `root`: the project folder. */
export function writePage(root: string): void {
  const peers = readStoredMeasurement<PeersResults>(root, 'peers');
  const start = readStoredMeasurement<StartResult[]>(root, 'start');
  const sections: Record<string, string> = {
    ...(peers && { reading: readingTable(peers), lookups: lookupsTable(peers) }),
    ...(start && { start: startTable(start) }),
  };
  const file = join(root, 'docs', 'performance.md');
  writeFileSync(file, replaceSections(readFileSync(file, 'utf8'), sections));
  if (peers)
    for (const [name, svg] of Object.entries(pictures(peers.results))) {
      writeFileSync(join(root, 'docs', 'pictures', `performance-${name}.svg`), svg);
    }
}

/** Replaces sections of the page. Throws if the page lacks one of them. */
export function replaceSections(text: string, sections: Readonly<Record<string, string>>): string {
  return Object.entries(sections).reduce((page, [name, content]) => {
    const [begin, end] = [`<!-- ${name} -->\n`, '\n<!-- end -->'];
    const from = page.indexOf(begin);
    const to = page.indexOf(end, from);
    if (from < 0 || to < 0) throw new Error(`docs/performance.md has no section ${name}.`);
    return `${page.slice(0, from + begin.length)}\n${content}\n${page.slice(to)}`;
  }, text);
}

function pictures({ reading, lookups }: PeersResults): Record<string, string> {
  const ofLookups = (
    value: (one: ServerLookups['servers'][number]) => number,
    words: (n: number) => string,
  ) =>
    lookups.kinds.filter(isLookup).map(({ name, servers }) => ({
      label: name,
      bars: servers.map((one) => ({
        name: one.name,
        value: value(one),
        text: words(value(one)),
        isOurs: one.name === OWN_READER_NAME,
      })),
    }));
  return {
    reading: drawBarChart({
      title: 'Reading WARC files, SHA-256 and SHA-1 made of every capture',
      subtitle: 'MB of the file per second; longer is faster; each group has its own scale',
      groups: reading.files.map(({ file, readers }) => ({
        label: fileWords[file] ?? file,
        bars: readers.map(({ name, megabytesPerSecond: value }) => ({
          name,
          value,
          text: `${significant(value)} MB/s`,
          isOurs: name === OWN_READER_NAME,
        })),
      })),
    }),
    latency: drawBarChart({
      title: `CDX look-ups, ${count(lookups.captures)} captures, one client`,
      subtitle: 'median milliseconds; shorter is faster; each group has its own scale',
      groups: ofLookups(
        (one) => one.p50Ms,
        (ms) => `${significant(ms)} ms`,
      ),
    }),
    throughput: drawBarChart({
      title: `CDX look-ups, ${count(lookups.captures)} captures, ${lookups.clients} clients at once`,
      subtitle: 'answers per second; longer is faster; each group has its own scale',
      groups: ofLookups(
        (one) => one.perSecond,
        (rate) => `${count(rate)} /s`,
      ),
    }),
  };
}

const fileWords: Readonly<Record<string, string>> = {
  html: 'html: pages of a crawl, with requests and metadata',
  small: 'small: very many small records',
  large: 'large: records of many megabytes',
  huge: 'huge: one record',
};

function readingTable({ results, ...where }: StoredMeasurement<PeersResults>): string {
  const rows = results.reading.files.flatMap(({ file, readers }) =>
    readers.map((one) => readerRow(file, one)),
  );
  const head = ['file', 'reader', 'MB/s', 'CPU s', 'our rate ÷ its', 'its CPU time ÷ ours'];
  return [table(head, rows, 2), notRunWords(results.reading.notRun), madeWords(where)]
    .filter(Boolean)
    .join('\n\n');
}

/** Excludes the query that returns all lines, which needs another scale. */
function isLookup({ name }: ServerLookups): boolean {
  return name !== ALL_LINES_QUERY;
}

function readerRow(file: string, reader: ReaderFileResult['readers'][number]): string[] {
  const { name, megabytesPerSecond, cpuSeconds, timesAsFast, timesCpu } = reader;
  const ratios = name === OWN_READER_NAME ? ['', ''] : [timesAsFast.toFixed(2), timesCpu?.toFixed(2) ?? ''];
  return [file, name, significant(megabytesPerSecond), cpuSeconds?.toFixed(2) ?? '', ...ratios];
}

function lookupsTable({ results, ...where }: StoredMeasurement<PeersResults>): string {
  const { kinds, notRun, clients } = results.lookups;
  const rows = kinds.flatMap(({ name, servers }) =>
    servers.map((one) => [
      name,
      one.name,
      significant(one.p50Ms),
      significant(one.p99Ms),
      significant(one.perSecond),
      ...(one.name === OWN_READER_NAME ? ['', ''] : [one.timesP50.toFixed(2), one.timesRate.toFixed(2)]),
    ]),
  );
  const head = ['look-up', 'server', 'p50 ms', 'p99 ms', `answers/s, ${clients} clients`];
  head.push('its p50 ÷ ours', 'our rate ÷ its');
  return [table(head, rows, 2), notRunWords(notRun), madeWords(where)].filter(Boolean).join('\n\n');
}

function startTable({ results, ...where }: StoredMeasurement<StartResult[]>): string {
  const rows = results.map(({ commit, fresh, later, diskBytes }) => {
    const { toolchain, packages, compiled } = diskBytes;
    const seconds = [fresh, later].flatMap((one) => [one.seconds, one.cpuSeconds]).map(significant);
    const [name = ''] = commit.split(' ');
    return [`\`${name}\``, ...seconds, ((toolchain + packages + compiled) / 1e6).toFixed(0)];
  });
  const head = ['commit', 'first start, s', 'CPU s', 'later start, s', 'CPU s', 'MB installed'];
  return [table(head, rows, 1), madeWords(where)].join('\n\n');
}

/**
 * Formats a Markdown table, padded like the project's formatter. The first `words` columns contain text, the others
 * numbers.
 */
function table(head: readonly string[], rows: readonly (readonly string[])[], words: number): string {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map((cells) => cells[i]!.length)));
  const rule = widths.map((width, i) => (i < words ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const padded = (cell: string, i: number) =>
    i < words ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!);
  return [head, rule, ...rows].map((cells) => `| ${cells.map(padded).join(' | ')} |`).join('\n');
}

function notRunWords(sentences: readonly string[]): string {
  return sentences.map((sentence) => `Not run: ${sentence}.`).join(' ');
}

function madeWords({ date, commit, machine }: Omit<StoredMeasurement<unknown>, 'results'>): string {
  const { processor, cores, memoryGigabytes, node } = machine;
  return `Made on ${date} of \`${commit}\`: ${cores} cores of ${processor}, ${memoryGigabytes} GB of memory, Node ${node}.`;
}

function significant(value: number): string {
  return value >= 100 ? count(value) : value.toPrecision(value >= 1 ? 3 : 2);
}

function count(value: number): string {
  return Math.round(value).toLocaleString('en');
}
