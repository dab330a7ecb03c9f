// Verdicts of `holdfast doctor` about conditions that a test cannot create on a real machine.

import {
  assessClock,
  checkOpenFiles,
  limitTime,
  listSecrets,
  NodeFindings,
  planConnections,
  redactSecrets,
  sortFindings,
} from '@holdfast/service-kit/doctor';
import { expect, it } from '@jest/globals';
import { parseCommand } from '../../src/arguments.ts';

it('judges the limit of open files', () => {
  const findings = new NodeFindings();
  for (const limit of [256, 2_048, 65_536]) checkOpenFiles(findings, limit);
  expect(findings.all.map(({ verdict, message }) => [verdict, message])).toEqual([
    ['fault', 'A process may open at most 256 files and connections.'],
    ['warning', 'A process may open at most 2048 files and connections.'],
    ['fine', 'A process may open at most 65536 files and connections.'],
  ]);
});

it.each([
  [4_000, 'fine', "agrees with this machine's"],
  [-6_500, 'warning', 'is 6.5 seconds behind'],
  [600_000, 'fault', 'is 600 seconds ahead of'],
])('judges a clock that is %s ms off', (offsetMs, verdict, words) => {
  const found = assessClock('database.clock', 'PostgreSQL', offsetMs);
  expect([found.verdict, found.message]).toEqual([verdict, expect.stringContaining(words)]);
});

it('plans the connections of docs/operations.md', () => {
  const eight = { workers: 8, databasePool: 10 };
  expect(planConnections('repository-service', eight)).toBe(48);
  expect(planConnections('config-service', eight)).toBe(85);
  expect(planConnections('repository-service', { workers: 1, databasePool: 10 })).toBe(11);
});

it('puts the worst first, and causes before consequences', () => {
  const findings = new NodeFindings();
  findings.fine('a', 'A.');
  findings.warning('b', 'B.');
  findings.fault('c', 'C.');
  findings.skipped('d', 'D.');
  findings.fault('e', 'E.');
  expect(sortFindings(findings.all).map(({ id }) => id)).toEqual(['c', 'e', 'b', 'd', 'a']);
});

it('does not wait for a check that hangs', async () => {
  await expect(limitTime(10, () => new Promise(() => undefined))).rejects.toMatchObject({
    name: 'TimeoutError',
  });
  await expect(limitTime(10_000, async () => 'answer')).resolves.toBe('answer');
});

it('removes secrets in every spelling from texts', () => {
  const secrets = listSecrets(
    ['long-secret', 'ab', undefined, 'one token,other'],
    ['postgres://me:p%40ssword@db/x'],
  );
  const text = 'long-secret p@ssword p%40ssword ab other one token';
  expect(redactSecrets(text, secrets)).toBe('… … … ab … …');
});

it.each([
  [['doctor', 'now'], "Unexpected argument 'now'"],
  [['doctor', '--data', ''], '--data needs a folder'],
  [['doctor', '--json', '--quiet'], '--quiet has no effect on --json'],
  [['doctor', '--verbose'], '--verbose'],
])('refuses %j', (words, message) => {
  expect(() => parseCommand(words)).toThrow(message);
});

it('parses its arguments', () => {
  expect(parseCommand(['doctor', '--data', 'x', '-q'])).toEqual({
    command: 'doctor',
    data: 'x',
    json: false,
    quiet: true,
  });
  expect(parseCommand(['doctor', '--help'])).toEqual({ command: 'help', about: 'doctor' });
});
