// Reads and writes docs/measurements, which contains a JSON file for each benchmark with results, date, commit and
// machine.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export interface StoredMeasurement<Results> {
  /** Date such as `2026-11-23`. */
  readonly date: string;
  readonly commit: string;
  readonly machine: Machine;
  readonly results: Results;
}

export interface Machine {
  readonly node: string;
  readonly processor: string;
  readonly cores: number;
  readonly memoryGigabytes: number;
}

export function storeMeasurement(root: string, name: string, results: unknown): void {
  const commit = execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  }).trim();
  const readMeasurement = {
    date: new Date().toISOString().slice(0, 10),
    commit,
    machine: describeMachine(),
    results,
  };
  mkdirSync(join(root, 'docs', 'measurements'), { recursive: true });
  writeFileSync(fileOf(root, name), `${JSON.stringify(readMeasurement, roundNumber, 1)}\n`);
}

/** Reads the stored measurement of a benchmark. Returns undefined if there is none. */
export function readStoredMeasurement<Results>(
  root: string,
  name: string,
): StoredMeasurement<Results> | undefined {
  const file = fileOf(root, name);
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as StoredMeasurement<Results>)
    : undefined;
}

function fileOf(root: string, name: string): string {
  return join(root, 'docs', 'measurements', `${name}.json`);
}

function describeMachine(): Machine {
  const [first, ...others] = cpus();
  return {
    node: process.version,
    processor: first?.model.trim() ?? 'unknown',
    cores: 1 + others.length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
  };
}

/** Rounds a number to four significant digits. */
function roundNumber(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
