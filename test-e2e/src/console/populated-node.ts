// Fills a node for screenshots as if it had run for months: states of AUs, agreements with peers, configuration files,
// growth samples, a completed fixity check. All data is invented. Dates are relative to the current time, everything
// else is constant.
import { setTimeout as sleep } from 'node:timers/promises';
import { type ConfigClient, createRepositoryClient, type RepositoryClient } from '@holdfast/client';
import { createTestConfigClient } from '../support/config-client.ts';
import type { EmptyNode } from './empty-node.ts';
import type { RouteValues } from './routes.ts';

export interface UsedNode extends EmptyNode {
  /** Values for the parameters of the console's routes. `auid` must exist. */
  readonly subjects: RouteValues;
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const SLOT_MS = 600_000;
const GROWTH_DAYS = 240;
/** Maximum duration of the fixity check. */
const CHECK_MS = 120_000;

const files = {
  expert: `# Fetching is gentle with publishers.
org.lockss.crawler.fetchDelay = 3s
org.lockss.poll.v3.minPollDelay = 8w
org.lockss.metadataManager.indexing.enabled = true
`,
  crawl_proxy: `org.lockss.crawlProxy.enabled = true
org.lockss.crawlProxy.host = proxy.library.example
org.lockss.crawlProxy.port = 3128
`,
  ui_ip_access: `org.lockss.ui.access.ip.include = 192.0.2.0/24;198.51.100.7
`,
};

export async function populateUsedNode(node: UsedNode): Promise<void> {
  const login = { user: node.user, password: node.password, repeats: 0 };
  const repository = createRepositoryClient({ ...login, url: node.repositoryUrl });
  const client = createTestConfigClient(node.configurationUrl, node.password);
  await Promise.all([
    storeFiles(client),
    storeStates(client),
    storeAgreements(client, node.subjects.auid!),
    storeGrowth(node, repository),
    repository.controlJob({
      job: 'fixity',
      body: { op: 'start' },
    }),
  ]);
  await waitUntilChecked(repository);
}

/** Waits until the fixity check has read everything, so that the screens do not show a check that has just begun. */
async function waitUntilChecked(repository: RepositoryClient): Promise<void> {
  for (const endMs = Date.now() + CHECK_MS; Date.now() < endMs; await sleep(200)) {
    const { fixity } = await repository.getSummary();
    if (fixity.checkedBytes >= fixity.bytes && fixity.walking !== true) return;
  }
  throw new Error('The fixity check did not end in time.');
}

async function storeFiles(client: ConfigClient): Promise<void> {
  for (const [sectionName, configFile] of Object.entries(files))
    await client.putSectionConfiguration({ sectionName, body: { configFile } });
}

/** Stores crawl and poll times for two of every three AUs. */
async function storeStates(client: ConfigClient): Promise<void> {
  const auids = (await client.getAllAuConfigurations()).map(({ auId }) => auId);
  for (const [i, auid] of auids.entries()) {
    if (i % 3 === 2) continue;
    const lastCrawlTime = daysAgo(1 + ((i * 7) % 45));
    await client.patchAuState({
      auid,
      body: {
        lastCrawlTime,
        lastCrawlAttempt: lastCrawlTime,
        lastTopLevelPollTime: daysAgo((i * 11) % 80),
        hasSubstance: i % 17 === 0 ? 'No' : 'Yes',
      },
    });
  }
}

async function storeAgreements(client: ConfigClient, auid: string): Promise<void> {
  const shares = [1, 1, 0.998, 0.97, 1, 0.42, 0.995, 0.88];
  const rawMap = Object.fromEntries(
    shares.map((percentAgreement, i) => {
      const id = `TCP:[192.0.2.${i + 11}]:9729`;
      const percentAgreementTime = daysAgo(2 + i * 5);
      const agreement = {
        percentAgreement,
        percentAgreementTime,
        highestPercentAgreement: Math.max(percentAgreement, 0.99),
        highestPercentAgreementTime: percentAgreementTime - 60 * DAY_MS,
      };
      return [id, { id, map: { POR: agreement, POP: agreement } }];
    }),
  );
  await client.patchAuAgreements({ auid, body: { rawMap } });
}

/** Stores one size sample per day, as the service keeps for the distant past. The sizes grow to the current size. */
async function storeGrowth(node: UsedNode, repository: RepositoryClient): Promise<void> {
  const { stored } = await repository.getSummary();
  await node.repositoryDatabase.execute(
    `insert into growth
     select $1::bigint - day * 144, round($2::bigint * share), round($3::bigint * share), round($4::bigint * share),
       round($4::bigint * share)
     from (
       select day, ((${GROWTH_DAYS} - day) / ${GROWTH_DAYS}.0) ^ 1.4 as share from generate_series(0, ${GROWTH_DAYS}) day
     ) past
     on conflict (slot) do update
     set (aus, artifacts, content_bytes, stored_bytes)
       = (excluded.aus, excluded.artifacts, excluded.content_bytes, excluded.stored_bytes)`,
    [Math.floor(Date.now() / SLOT_MS), stored.aus, stored.artifacts, stored.bytes],
  );
}

const daysAgo = (days: number): number => Date.now() - days * DAY_MS;
