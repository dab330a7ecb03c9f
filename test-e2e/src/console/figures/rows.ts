// Formats the measurements as rows of the tables in docs/console.md.
import { formatMarkdownTable } from '../tasks/efforts.ts';
import type { FirstScreen } from './first-screen.ts';
import type { LongUseMeasurement } from './long-use.ts';
import type { ManyFilesFigures } from './many-files.ts';
import type { ScrollFigures, ScrollMeasurement } from './scrolling.ts';

interface Figures {
  readonly firstScreen: FirstScreen;
  readonly longUse: LongUseMeasurement;
  readonly manyFiles: ManyFilesFigures;
  readonly scrolling: ScrollMeasurement;
  readonly aus: number;
}

export function formatFigureRows({
  firstScreen: first,
  longUse,
  manyFiles,
  scrolling,
  aus,
}: Figures): string[][] {
  const { changes, imports, objectBytes, heapBytes, nodes, listeners } = longUse;
  const many = `${count(manyFiles.files)} files`;
  const table = `${count(aus)} AUs`;
  return [
    ['Overview, nothing cached, processor 4 times slower: first paint', milliseconds(first.firstPaintMs)],
    ['– largest paint', milliseconds(first.largestPaintMs)],
    ['– end of the last long task', milliseconds(first.interactiveMs)],
    [
      '– total time blocked by long tasks; longest long task',
      `${milliseconds(first.blockedMs)}; ${milliseconds(first.longestTaskMs)}`,
    ],
    [
      `Heap before, and after each quarter of ${count(changes)} screens and ${imports} imports`,
      heapBytes.map(megabytes).join(', '),
    ],
    ['– of which objects created by scripts', objectBytes.map(megabytes).join(', ')],
    ['– document nodes', nodes.map(count).join(', ')],
    ['– listeners', listeners.map(count).join(', ')],
    [`A folder of ${many}, dropped: longest task; total time`, formatUploadDurations(manyFiles.dropped)],
    [`A folder of ${many}, chosen: longest task; total time`, formatUploadDurations(manyFiles.chosen)],
    ['– a plain file input with the same folder: longest task', milliseconds(manyFiles.bareLongestMs)],
    ['– during the upload: longest task', milliseconds(manyFiles.sendingLongestMs)],
    [`${table}: from the link to the rows`, milliseconds(scrolling.openMs)],
    [`${table}: rows in the document`, count(scrolling.rows)],
    [`${table} scrolled: ${HOW}`, formatScrollFigures(scrolling.table)],
    [`A plain list of as many rows: ${HOW}`, formatScrollFigures(scrolling.bare)],
  ];
}

const HOW = 'frame (95th percentile), longest frame, main thread time per turn of the wheel';

export function formatWeightTable(weights: ReadonlyMap<string, number>): string {
  const rows = [...weights].map(([route, bytes]) => [`\`${route}\``, `${(bytes / 1000).toFixed(1)} kB`]);
  return formatMarkdownTable(['Screen', 'compressed'], rows);
}

const milliseconds = (value: number): string => `${count(Math.round(value))} ms`;
const megabytes = (bytes: number): string => `${(bytes / 1e6).toFixed(2)} MB`;
const count = (value: number): string => value.toLocaleString('en-GB');
const formatUploadDurations = ({ longestMs, wholeMs }: ManyFilesFigures['dropped']): string =>
  `${milliseconds(longestMs)}; ${milliseconds(wholeMs)}`;
const formatScrollFigures = ({ frame95Ms, longestFrameMs, taskMsPerTurn }: ScrollFigures): string =>
  `${milliseconds(frame95Ms)}, ${milliseconds(longestFrameMs)}, ${taskMsPerTurn.toFixed(1)} ms`;
