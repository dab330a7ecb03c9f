// Overview of an AU, from its configuration, state, title entry and plugin, and from the repository service (sizes).
import type { configuration } from '@holdfast/api-types';
import type { Log } from '@holdfast/service-kit';
import { chooseAuName, findAuYear, type KnownAu } from '../../domain/aus/known-au.ts';
import {
  describeCrawlResult,
  describePollResult,
  describeSubscription,
} from '../../domain/aus/result-texts.ts';
import type { WholeAuState } from '../../domain/aus/state-defaults.ts';
import type { Db } from '../../index/schema/schema.ts';
import { type AuSize, type Repository, RepositoryUnavailableError } from '../../repository/repository.ts';
import { requireKnownAu } from '../aus/aus.ts';
import { readState } from '../states/states.ts';

export type AuStatus = Required<configuration.components['schemas']['AuStatus']>;

export interface AuStatusDeps {
  readonly db: Db;
  /** Undefined if no repository service is configured. */
  readonly repository: Repository | undefined;
}

/**
 * Returns the status of an AU, without the sizes if the repository service is unreachable. Throws 404 if the AU is
 * unknown.
 */
export async function readAuStatus(
  { db, repository }: AuStatusDeps,
  auid: string,
  { log, signal }: { log: Log; signal: AbortSignal },
): Promise<AuStatus> {
  const au = await requireKnownAu(db, auid);
  const [state, size] = await Promise.all([readState(db, auid), sizeOf()]);
  return overview(au, state, size);

  async function sizeOf(): Promise<AuSize | undefined> {
    try {
      return await repository?.sizeOfAu(auid, signal);
    } catch (error) {
      if (!(error instanceof RepositoryUnavailableError)) throw error;
      log.warn({ err: error }, 'the size of an AU could not be read from the repository service');
      return undefined;
    }
  }
}

function overview(au: KnownAu, state: WholeAuState, size: AuSize | undefined): AuStatus {
  return {
    volume: chooseAuName(au),
    journalTitle: au.title?.journalTitle ?? null,
    pluginName: au.plugin?.name ?? null,
    year: findAuYear(au) ?? null,
    accessType: state.accessType,
    contentSize: size?.latestBytes ?? null,
    diskUsage: size?.warcBytes ?? null,
    status: agreementWords(state),
    recentPollAgreement: state.v3Agreement < 0 ? null : state.v3Agreement,
    publishingPlatform: au.plugin?.publishingPlatform ?? null,
    publisher: au.title?.publisher ?? null,
    provider: au.title?.provider ?? au.title?.publisher ?? null,
    availableFromPublisher: isAvailable(au),
    substanceState: state.hasSubstance,
    creationTime: timeOf(state.auCreationTime),
    ...crawls(state),
    lastMetadataIndex: timeOf(state.lastMetadataIndex),
    lastCompletedPoll: timeOf(state.lastTopLevelPollTime),
    lastPoll: timeOf(state.lastPollStart),
    lastPollResult: describePollResult(state.lastPollResult),
    subscriptionStatus: describeSubscription(state.clockssSubscriptionStatus),
    crawlProxy: crawlProxy(au.configuration.crawl_proxy ?? au.title?.params.crawl_proxy),
  };
}

function crawls(state: WholeAuState) {
  return {
    lastCompletedCrawl: timeOf(state.lastCrawlTime),
    lastCrawl: timeOf(state.lastCrawlAttempt),
    lastCrawlResult: describeCrawlResult(state.lastCrawlResult, state.lastCrawlResultMsg),
    lastCompletedDeepCrawl: timeOf(state.lastDeepCrawlTime),
    lastDeepCrawl: timeOf(state.lastDeepCrawlAttempt),
    lastDeepCrawlResult: describeCrawlResult(state.lastDeepCrawlResult, state.lastDeepCrawlResultMsg),
    lastCompletedDeepCrawlDepth: state.lastDeepCrawlDepth < 0 ? null : state.lastDeepCrawlDepth,
  };
}

/** Formats the highest agreement in percent. Rounds down, so that 99.999 % does not become 100 %. */
function agreementWords({ v3Agreement, highestV3Agreement, lastCrawlTime }: WholeAuState): string {
  const agreement = Math.max(v3Agreement, highestV3Agreement);
  if (agreement < 0) return lastCrawlTime < 0 ? 'Waiting for Crawl' : 'Waiting for Poll';
  // Compensates for floating-point errors: 0.29 * 10,000 is slightly less than 2,900.
  const hundredths = Math.floor(agreement * 10_000 + 1e-6);
  return `${(hundredths / 100).toFixed(2)}% Agreement`;
}

function isAvailable({ configuration, title }: KnownAu): boolean {
  const says = (key: string) => [configuration[key], title?.params[key]].some(isTrue);
  return !(title?.down || says('pub_down') || says('pub_never'));
}

/**
 * Returns the crawl proxy in the AU's configuration, or "Direct connection" if the AU does not use the node's proxy.
 */
function crawlProxy(proxy: string | undefined): string | null {
  return proxy?.toLowerCase() === 'direct' ? 'Direct connection' : (proxy ?? null);
}

function isTrue(value: string | undefined): boolean {
  return /^(?:true|yes|on|1)$/i.test(value ?? '');
}

function timeOf(ms: number): number | null {
  return ms < 0 ? null : ms;
}
