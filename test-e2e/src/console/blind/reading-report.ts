// Formats the results of a reader's tasks as a table.
import { formatMarkdownTable } from '../tasks/efforts.ts';

export interface TaskResult {
  readonly number: number;
  readonly title: string;
  readonly outcome: 'done' | 'not done' | 'given up';
  /** Reasons why the task counts as not done. */
  readonly faults: readonly string[];
  readonly answer: string;
  readonly clicks: number;
  readonly keys: number;
  /** Number of screens that the reader visited, including the first. Counts a screen again after a visit to another. */
  readonly screens: number;
  readonly seconds: number;
  /** Part of `seconds` that the reader spent waiting for screenshots. */
  readonly waitingSeconds: number;
  readonly notes: readonly string[];
  /** Errors that the browser reported. */
  readonly complaints: readonly string[];
}

const HEAD = ['Task', 'outcome', 'clicks', 'keys', 'screens', 'seconds', 'of these waiting'];

/** Formats a row for each attempt in the order of the tasks, and lists the remarks and faults. */
export function formatReadingReport(results: readonly TaskResult[]): string {
  const sorted = results.toSorted((one, other) => one.number - other.number);
  const rows = sorted.map((result) => [
    `${result.number}. ${result.title}`,
    result.outcome,
    ...[result.clicks, result.keys, result.screens].map(String),
    ...[result.seconds, result.waitingSeconds].map((seconds) => seconds.toFixed(0)),
  ]);
  const sum = (of: (result: TaskResult) => number) =>
    sorted.reduce((all, result) => all + of(result), 0).toFixed(0);
  const total = [
    'All',
    `${sorted.filter(({ outcome }) => outcome === 'done').length} of ${sorted.length} done`,
    ...[sum((r) => r.clicks), sum((r) => r.keys), sum((r) => r.screens)],
    ...[sum((r) => r.seconds), sum((r) => r.waitingSeconds)],
  ];
  const remarks = sorted.flatMap(({ number, notes, faults, complaints }) => [
    ...notes.map((note) => `- ${number}: ${note}`),
    ...faults.map((fault) => `- ${number}: not done: ${fault}`),
    ...complaints.map((complaint) => `- ${number}: the browser reported: ${complaint}`),
  ]);
  return [formatMarkdownTable(HEAD, [...rows, total]), '', ...remarks, ''].join('\n');
}
