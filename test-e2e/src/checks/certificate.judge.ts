// Covers: services/repository-service/src/jobs/checks services/repository-service/src/index/checks services/repository-service/src/jobs/fixity
// Kills a repository service with SIGKILL in the middle of a requested fixity check, starts the service again, and
// compares the certificate with the stored artifacts.
import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createTemporaryFolder, createTestDatabase, makeWarc } from '@holdfast/testkit';
import { expect, it } from '@jest/globals';
import { startRepository } from '../support/repository-server.ts';

const ARTIFACTS = 12_000;

interface CheckStatus {
  check: string;
  state: string;
  verdict?: string;
  started?: number;
  intact: number;
  sha256?: string;
}

it('a check continues after a kill, and its certificate counts every artifact once', async () => {
  const { url: databaseUrl } = await createTestDatabase();
  const place = { databaseUrl, objectStore: `fs:${await createTemporaryFolder()}` };
  const env = { FIXITY_PERIOD: 'off', FIXITY_RATE: '2000000', COMPACTION_PERIOD: 'off' };
  const first = await startRepository({ ...place, env });
  const { statuses } = await first.client.importArchive(makeWarc(ARTIFACTS, 1_000).bytes, { auid: 'kept' });
  expect(statuses).toHaveLength(ARTIFACTS);
  const answer = await fetch(`${first.client.url}/checks`, {
    method: 'POST',
    headers: { authorization: first.client.authorization, 'content-type': 'application/json' },
    body: JSON.stringify({ scope: { kind: 'au', auid: 'kept' } }),
  });
  const { check } = (await answer.json()) as CheckStatus;
  const partly = await pollCheck(first.client, check, ({ intact }) => intact > 0);
  expect(partly).toMatchObject({ state: 'running', artifacts: ARTIFACTS });
  expect(partly.intact).toBeLessThan(ARTIFACTS);
  await first.process.kill9();

  const second = await startRepository({ ...place, env });
  const ended = await pollCheck(second.client, check, ({ verdict }) => verdict !== undefined);
  expect(ended).toMatchObject({
    state: 'finished',
    verdict: 'intact',
    artifacts: ARTIFACTS,
    intact: ARTIFACTS,
    damaged: 0,
    missing: 0,
    unreadable: 0,
    notChecked: 0,
    started: partly.started,
  });
  const certificate = await second.client.bytes(`/checks/${check}/certificate`);
  expect(createHash('sha256').update(certificate).digest('hex')).toBe(ended.sha256);
  await second.process.stop();
}, 120_000);

type Client = Awaited<ReturnType<typeof startRepository>>['client'];

async function pollCheck(
  client: Client,
  check: string,
  isReached: (check: CheckStatus) => boolean,
): Promise<CheckStatus> {
  for (;;) {
    const found = await client.json<CheckStatus>(`/checks/${check}`);
    if (isReached(found)) return found;
    await sleep(100);
  }
}
