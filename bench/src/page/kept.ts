// Measurements that are kept: docs/measurements has one JSON file for each benchmark, with when, of which commit and on
// what machine it was made.
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { join } from 'node:path';

export interface Kept<Results> {
  /** `2026-11-23`. */
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

export function keep(root: string, name: string, results: unknown): void {
  const commit = execFileSync('git', ['-C', root, 'rev-parse', '--short', 'HEAD'], {
    encoding: 'utf8',
  }).trim();
  const kept = { date: new Date().toISOString().slice(0, 10), commit, machine: machine(), results };
  mkdirSync(join(root, 'docs', 'measurements'), { recursive: true });
  writeFileSync(fileOf(root, name), `${JSON.stringify(kept, rounded, 1)}\n`);
}

/** Undefined when it was never kept. */
export function kept<Results>(root: string, name: string): Kept<Results> | undefined {
  const file = fileOf(root, name);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as Kept<Results>) : undefined;
}

function fileOf(root: string, name: string): string {
  return join(root, 'docs', 'measurements', `${name}.json`);
}

function machine(): Machine {
  const [first, ...others] = cpus();
  return {
    node: process.version,
    processor: first?.model.trim() ?? 'unknown',
    cores: 1 + others.length,
    memoryGigabytes: Math.round(totalmem() / 1e9),
  };
}

/** Four figures say all that a measurement does. */
function rounded(_key: string, value: unknown): unknown {
  return typeof value === 'number' && !Number.isInteger(value) ? Number(value.toPrecision(4)) : value;
}
