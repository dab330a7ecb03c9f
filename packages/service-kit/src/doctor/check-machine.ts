// Checks this machine: the version of Node, and the limit of open files per process.
import { readFileSync } from 'node:fs';
import type { NodeFindings } from './finding.ts';

/** Thresholds for the limit of open files, which also limits sockets to clients, the object store and PostgreSQL. */
const FEWEST_FILES = 1_024;
const ENOUGH_FILES = 4_096;

export function checkMachine(findings: NodeFindings, expectedNode: string | undefined): void {
  const { version } = process;
  const expected = expectedNode === undefined ? undefined : `v${expectedNode}`;
  if (expected !== undefined && version.split('.')[0] !== expected.split('.')[0])
    findings.warning('machine.node', `This is Node ${version}; Holdfast is tested with ${expected}.`, {
      remedy: 'Start the services and commands with npm start and ./holdfast, which bring the right Node.',
      observed: version,
      expected,
    });
  else findings.fine('machine.node', `Node ${version}.`, { observed: version, expected });
  checkOpenFiles(findings, readOpenFileLimit());
}

export function checkOpenFiles(findings: NodeFindings, limit: number | undefined): void {
  if (limit === undefined) return;
  const id = 'machine.open-files';
  const rest = {
    remedy: 'Raise it: LimitNOFILE= of a systemd unit, ulimits: nofile in Compose, or ulimit -n in a shell.',
    observed: limit,
    expected: `at least ${ENOUGH_FILES}`,
  };
  const message = `A process may open at most ${limit} files and connections.`;
  if (limit < FEWEST_FILES) findings.fault(id, message, rest);
  else if (limit < ENOUGH_FILES) findings.warning(id, message, rest);
  else findings.fine(id, limit === Number.POSITIVE_INFINITY ? 'There is no limit of open files.' : message);
}

/** Returns the soft limit of this process, which Node raises to the hard limit. Undefined without /proc. */
function readOpenFileLimit(): number | undefined {
  try {
    const [, soft] = /^Max open files\s+(\S+)/m.exec(readFileSync('/proc/self/limits', 'utf8')) ?? [];
    if (soft === 'unlimited') return Number.POSITIVE_INFINITY;
    return soft === undefined ? undefined : Number(soft);
  } catch {
    return undefined;
  }
}
