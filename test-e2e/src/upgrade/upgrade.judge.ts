// Covers: services packages
// Shortened run of `npm run drill -- upgrade`. The new build has one more schema change than this build.
import { createTemporaryFolder, createTestDatabase } from '@holdfast/testkit';
import { describe, expect, it } from '@jest/globals';
import { extractBlockCommands, runRunbookCommand } from '../runbooks/runbook.ts';
import {
  compatibleChange,
  compatibleMigrationName,
  currentBuildFolder,
  makeModifiedBuild,
} from './modified-build.ts';
import { launchNode, type NodeStorage, startNode, waitForRefusal } from './running-build.ts';
import { runUpgradeDrill } from './upgrade.ts';

const { statements, worksWith } = compatibleChange;

describe('an upgrade with a schema change that the version before can work on', () => {
  it('loses nothing, both versions go on side by side, and the old one can come back', async () => {
    const next = await makeModifiedBuild({ statements, worksWith });
    const said: string[] = [];
    const say = (words: string) => said.push(words);
    const plan = { old: currentBuildFolder, next, artifacts: 30, meanwhile: 12, seed: 7, say };
    const place = await createNodeStorage();
    const upgraded = await runUpgradeDrill({ ...plan, place });
    expect(upgraded.rollbackRefused).toBeUndefined();
    expect(upgraded.artifacts).toBeGreaterThan(20);
    expect(upgraded.written).toBeGreaterThanOrEqual(24);
    expect(said).toHaveLength(4);
    expect(await runRunbookQueries(place)).toEqual(
      Object.values(worksWith).map((known) =>
        expect.stringMatching(`${compatibleMigrationName} *\\| ${known}\n`),
      ),
    );
  }, 240_000);
});

describe('an upgrade with a schema change that the version before cannot work on', () => {
  it('leaves its running replicas alone, refuses those that start, and says why', async () => {
    const place = await createNodeStorage();
    const next = await startNode(await makeModifiedBuild({ statements, worksWith: undefined }), place);
    const back = await launchNode(currentBuildFolder, place);
    expect(await waitForRefusal(back)).toMatch(
      new RegExp(`too new for this version: '${compatibleMigrationName}' was run in it.*restore the backup`),
    );
    for (const { metricsUrl } of [back.repository, back.config]) {
      const answer = await fetch(`${metricsUrl}/readyz`);
      expect([answer.status, await answer.text()]).toEqual([
        503,
        expect.stringContaining('too new for this version'),
      ]);
    }
    await back.stop();
    await next.stop();
  }, 120_000);
});

/** Runs the query of the runbook on each database. Returns the results. */
function runRunbookQueries({ repositoryDatabaseUrl, configDatabaseUrl }: NodeStorage): Promise<string[]> {
  const env = { REPOSITORY_DATABASE_URL: repositoryDatabaseUrl, CONFIG_DATABASE_URL: configDatabaseUrl };
  return Promise.all(
    extractBlockCommands('upgrade.md', 'sh').map((command) => runRunbookCommand(command, env)),
  );
}

async function createNodeStorage(): Promise<NodeStorage> {
  return {
    repositoryDatabaseUrl: (await createTestDatabase()).url,
    configDatabaseUrl: (await createTestDatabase()).url,
    objectStore: `fs:${await createTemporaryFolder()}`,
  };
}
