// Properties of each resource with their types, read from the contract.
import type { Resource } from '../sample-service.ts';

type Kind = 'text' | 'number' | 'boolean' | 'map' | 'list' | 'object';
export interface Subject {
  readonly key: string;
  /** Types by dotted property name. Queries can only select objects and compare them with NULL. */
  readonly names: { readonly [name: string]: Kind };
}

const all = (kind: Kind, names: string): { [name: string]: Kind } =>
  Object.fromEntries(names.split(' ').map((name) => [name, kind]));

const titles = {
  ...all('text', 'name id proprietaryid publicationtype issn issnl eissn printissn tdbPublisher.name'),
  ...all('list', 'proprietaryids issns'),
  ...all('object', 'tdbPublisher'),
};

export const subjects: { readonly [resource in Resource]: Subject } = {
  plugins: {
    key: 'pluginId',
    names: {
      ...all('text', 'pluginId name version type registry url publishingPlatform'),
      auCount: 'number',
      definition: 'map',
    },
  },
  tdbpublishers: { key: 'name', names: { name: 'text' } },
  tdbtitles: { key: 'id', names: titles },
  tdbaus: {
    key: 'auId',
    names: {
      ...all('text', 'auId name pluginName tdbPublisher.name'),
      ...all('boolean', 'down active'),
      ...all('map', 'params attrs props'),
      ...all('object', 'tdbTitle tdbPublisher'),
      ...Object.fromEntries(Object.entries(titles).map(([name, kind]) => [`tdbTitle.${name}`, kind])),
    },
  },
  auqueries: {
    key: 'auId',
    names: {
      ...all(
        'text',
        'auId name pluginName tdbYear accessType publishingPlatform tdbPublisher substanceState',
      ),
      ...all('text', 'journalTitle lastCrawlResult lastDeepCrawlResult lastPollResult'),
      ...all('text', 'tdbProvider crawlProxy crawlPool subscriptionStatus'),
      ...all('number', 'recentPollAgreement highestPollAgreement creationTime lastCompletedCrawl lastCrawl'),
      ...all('number', 'lastCompletedDeepCrawl lastDeepCrawl lastCompletedDeepCrawlDepth lastMetadataIndex'),
      ...all('number', 'lastCompletedPoll lastPoll contentSize diskUsage sizeTime'),
      ...all('boolean', 'availableFromPublisher active isBulkContent'),
      ...all('map', 'auConfiguration.defParams auConfiguration.nonDefParams'),
      ...all('object', 'auConfiguration'),
    },
  },
};
