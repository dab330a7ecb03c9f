// Covers: docs/operations.md services/repository-service/src
// Runs the requests of docs/operations.md about deletions, holds and fixity checks, as two users of a service. Words in
// capital letters in these requests, such as UUID, are placeholders for identifiers from earlier responses.
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import {
  createTemporaryFolder,
  createTestDatabase,
  formatBasicAuth,
  makeWarc,
  startProcess,
} from '@holdfast/testkit';
import { beforeAll, expect, it } from '@jest/globals';
import { type RepositoryServer, startRepository } from '../support/repository-server.ts';
import { extractShellBlocks } from './shell-blocks.ts';

const PAGE = 'docs/operations.md';
const blocks = extractShellBlocks
  .filter(({ page, text }) => page === PAGE && /^curl -u (?:alice|bob)\b/m.test(text))
  .map(({ text }) => ({ name: /\/(deletions|holds|checks)\b/.exec(text)?.[1] ?? 'others', text }));

const PASSWORD = 'a long password';
const CHECK_MS = 60_000;
const cli = fileURLToPath(new URL('../../../packages/cli/dist/main.js', import.meta.url));

let folder: string;
let server: RepositoryServer;

beforeAll(async () => {
  folder = await createTemporaryFolder();
  const [file, passwordFile] = [join(folder, 'users.json'), join(folder, 'password')];
  await writeFile(passwordFile, `${PASSWORD}\n`);
  for (const name of ['alice', 'bob']) {
    const words = ['user', 'add', name, '--role', 'contentAdminRole', '--file', file];
    await promisify(execFile)(process.execPath, [cli, ...words, '--password-file', passwordFile]);
  }
  server = await startRepository({
    databaseUrl: (await createTestDatabase()).url,
    objectStore: `fs:${join(folder, 'store')}`,
    env: { USERS_FILE: file, DELETION_APPROVAL: 'on' },
  });
}, 120_000);

it('finds the requests of all three sections', () => {
  expect(blocks.map(({ name }) => name).sort()).toEqual(['checks', 'deletions', 'holds']);
});

it.each(blocks)(
  'the requests about $name succeed',
  async ({ name, text }) => {
    const { statuses } = await server.client.importArchive(makeWarc(6, 500).bytes, { auid: name });
    const artifacts = statuses.map(({ artifactUuid }) => artifactUuid!);
    const known: Record<string, string> = { AUID: name };
    const commands = listCommands(text);
    expect(commands.length).toBeGreaterThan(3);
    for (const command of commands) {
      if (command.includes('UUID')) known.UUID = artifacts.pop()!;
      if (command.includes('/deletions/NUMBER')) known.NUMBER = await requestDeletion(artifacts.pop()!);
      if (command.includes('/certificate')) await waitForCheck(known.CHECK!);
      const { status, body } = await send(command, known);
      const isExpected = isRefused(command) ? status === 409 : status >= 200 && status < 300;
      expect({ command, status, body, isExpected }).toMatchObject({ isExpected: true });
      if (status === 201) {
        const { hold, check } = JSON.parse(body) as { hold?: string; check?: string };
        if (hold !== undefined) known.HOLD ??= hold;
        if (check !== undefined) known.CHECK ??= check;
      }
    }
  },
  120_000,
);

/** Joins lines that end in a backslash, and removes comments. */
function listCommands(text: string): string[] {
  return text
    .replaceAll(/\s+# .*$/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter(Boolean);
}

/**
 * Returns true if the command must be refused with status 409. A deletion needs an approval, and the check of a small
 * AU ends before it can be cancelled.
 */
function isRefused(command: string): boolean {
  return /-X DELETE '?[^ ]*\/(?:artifacts|checks)\//.test(command);
}

/** Runs the command with the user's password. Returns status and body of the response. */
async function send(
  command: string,
  known: Readonly<Record<string, string>>,
): Promise<{ status: number; body: string }> {
  const file = join(folder, 'body');
  const line = Object.entries(known)
    .reduce((text, [name, value]) => text.replaceAll(new RegExp(`\\b${name}\\b`, 'g'), value), command)
    .replaceAll(/-u (alice|bob)\b/g, `-u '$1:${PASSWORD}'`)
    .replaceAll('http://localhost:24610', server.client.url)
    .replace(/^curl /, `curl -sS -o '${file}' -w '%{http_code}' `);
  const shell = await startProcess('bash', ['-c', line], {});
  expect({ line, ...(await shell.exited), output: shell.output() }).toMatchObject({ code: 0 });
  return { status: Number(shell.output()), body: await readFile(file, 'utf8') };
}

/** Requests the deletion of an artifact as the user alice. Returns the number of the request. */
async function requestDeletion(uuid: string): Promise<string> {
  const { headers } = await fetch(`${server.client.url}/artifacts/${uuid}`, {
    method: 'DELETE',
    headers: { authorization: formatBasicAuth('alice', PASSWORD) },
  });
  return headers.get('x-holdfast-deletion')!;
}

async function waitForCheck(check: string): Promise<void> {
  const untilMs = performance.now() + CHECK_MS;
  for (;;) {
    const response = await fetch(`${server.client.url}/checks/${check}`, {
      headers: { authorization: formatBasicAuth('alice', PASSWORD) },
    });
    const { state } = (await response.json()) as { state: string };
    if (state === 'finished') return;
    if (performance.now() > untilMs) throw new Error(`check ${check} is ${state}`);
    await sleep(200);
  }
}
