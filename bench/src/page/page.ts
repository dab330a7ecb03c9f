// Regenerates docs/performance.md and its charts from the stored measurements.
// Replaces the text between each `<!-- NAME -->` and `<!-- end -->`.

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ALL_LINES_QUERY, type ServerLookups } from '../peers/lookup-results.ts';
import type { PeersResults } from '../peers/peers-bench.ts';
import { OWN_READER_NAME, type ReaderFileResult } from '../peers/reading.ts';
import type { StartResult } from '../start/start-bench.ts';
import { groupDigits } from '../table.ts';
import { drawBarChart } from './bars.ts';
import { readStoredMeasurement, type StoredMeasurement } from './stored-measurement.ts';

/** Regenerates the page and its charts. `root`: the project folder. */
export function writePage(root: string): void {
  const peers = readStoredMeasurement<PeersResults>(root, 'peers');
  const start = readStoredMeasurement<StartResult[]>(root, 'start');
  const sections: Record<string, string> = {
    ...(peers && { reading: formatReadingTable(peers), lookups: formatLookupTable(peers) }),
    ...(start && { start: formatStartsTable(start) }),
  };
  const file = join(root, 'docs', 'performance.md');
  writeFileSync(file, replaceSections(readFileSync(file, 'utf8'), sections));
  if (peers)
    for (const [name, svg] of Object.entries(drawPictures(peers.results))) {
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

function drawPictures({ reading, lookups }: PeersResults): Record<string, string> {
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
          text: `${formatSignificant(value)} MB/s`,
          isOurs: name === OWN_READER_NAME,
        })),
      })),
    }),
    latency: drawBarChart({
      title: `CDX look-ups, ${groupDigits(lookups.captures)} captures, one client`,
      subtitle: 'median milliseconds; shorter is faster; each group has its own scale',
      groups: ofLookups(
        (one) => one.p50Ms,
        (ms) => `${formatSignificant(ms)} ms`,
      ),
    }),
    throughput: drawBarChart({
      title: `CDX look-ups, ${groupDigits(lookups.captures)} captures, ${lookups.clients} clients at once`,
      subtitle: 'answers per second; longer is faster; each group has its own scale',
      groups: ofLookups(
        (one) => one.perSecond,
        (rate) => `${groupDigits(rate)} /s`,
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

function formatReadingTable({ results, ...where }: StoredMeasurement<PeersResults>): string {
  const rows = results.reading.files.flatMap(({ file, readers }) =>
    readers.map((one) => formatReaderRow(file, one)),
  );
  const head = ['file', 'reader', 'MB/s', 'CPU s', 'our rate ÷ its', 'its CPU time ÷ ours'];
  return [formatPaddedTable(head, rows, 2), formatNotRun(results.reading.notRun), formatOrigin(where)]
    .filter(Boolean)
    .join('\n\n');
}

/** Excludes the query that returns all lines, because its bar would need another scale. */
function isLookup({ name }: ServerLookups): boolean {
  return name !== ALL_LINES_QUERY;
}

function formatReaderRow(file: string, reader: ReaderFileResult['readers'][number]): string[] {
  const { name, megabytesPerSecond, cpuSeconds, timesAsFast, timesCpu } = reader;
  const ratios = name === OWN_READER_NAME ? ['', ''] : [timesAsFast.toFixed(2), timesCpu?.toFixed(2) ?? ''];
  return [file, name, formatSignificant(megabytesPerSecond), cpuSeconds?.toFixed(2) ?? '', ...ratios];
}

function formatLookupTable({ results, ...where }: StoredMeasurement<PeersResults>): string {
  const { kinds, notRun, clients } = results.lookups;
  const rows = kinds.flatMap(({ name, servers }) =>
    servers.map((one) => [
      name,
      one.name,
      formatSignificant(one.p50Ms),
      formatSignificant(one.p99Ms),
      formatSignificant(one.perSecond),
      ...(one.name === OWN_READER_NAME ? ['', ''] : [one.timesP50.toFixed(2), one.timesRate.toFixed(2)]),
    ]),
  );
  const head = ['look-up', 'server', 'p50 ms', 'p99 ms', `answers/s, ${clients} clients`];
  head.push('its p50 ÷ ours', 'our rate ÷ its');
  return [formatPaddedTable(head, rows, 2), formatNotRun(notRun), formatOrigin(where)]
    .filter(Boolean)
    .join('\n\n');
}

function formatStartsTable({ results, ...where }: StoredMeasurement<StartResult[]>): string {
  const rows = results.map(({ commit, fresh, later, diskBytes }) => {
    const { toolchain, packages, compiled } = diskBytes;
    const seconds = [fresh, later].flatMap((one) => [one.seconds, one.cpuSeconds]).map(formatSignificant);
    const [name = ''] = commit.split(' ');
    return [`\`${name}\``, ...seconds, ((toolchain + packages + compiled) / 1e6).toFixed(0)];
  });
  const head = ['commit', 'first start, s', 'CPU s', 'later start, s', 'CPU s', 'MB installed'];
  return [formatPaddedTable(head, rows, 1), formatOrigin(where)].join('\n\n');
}

/**
 * Formats a Markdown table, padded like the project's formatter. The first `words` columns contain text, the others
 * numbers.
 */
function formatPaddedTable(
  head: readonly string[],
  rows: readonly (readonly string[])[],
  words: number,
): string {
  const widths = head.map((_, i) => Math.max(3, ...[head, ...rows].map((cells) => cells[i]!.length)));
  const rule = widths.map((width, i) => (i < words ? '-'.repeat(width) : `${'-'.repeat(width - 1)}:`));
  const padded = (cell: string, i: number) =>
    i < words ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!);
  return [head, rule, ...rows].map((cells) => `| ${cells.map(padded).join(' | ')} |`).join('\n');
}

function formatNotRun(sentences: readonly string[]): string {
  return sentences.map((sentence) => `Not run: ${sentence}.`).join(' ');
}

function formatOrigin({ date, commit, machine }: Omit<StoredMeasurement<unknown>, 'results'>): string {
  const { processor, cores, memoryGigabytes, node } = machine;
  return `Made on ${date} of \`${commit}\`: ${cores} cores of ${processor}, ${memoryGigabytes} GB of memory, Node ${node}.`;
}

function formatSignificant(value: number): string {
  return value >= 100 ? groupDigits(value) : value.toPrecision(value >= 1 ? 3 : 2);
}
