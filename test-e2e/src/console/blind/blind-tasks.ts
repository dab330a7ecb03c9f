// The sixteen tasks of the blind reading. Their texts name no element of the console. Each task checks its outcome in
// the node, in the browser, and in the reader's answer.
import { readFile } from 'node:fs/promises';
import type { Readable } from 'node:stream';
import type { Page } from 'playwright-core';
import { createTestConfigClient } from '../../support/config-client.ts';
import { BRIDGE_URL, LETTER_URL, PICTURE_WORDS } from '../tasks/harbour-pages.ts';
import { CHANGED_URL, formatTidesAuid } from '../tasks/task-node.ts';
import type { BlindNode } from './blind-node.ts';

/** State of the node, of the browser and of the reader when a task ends. */
export interface TaskEnd {
  readonly node: BlindNode;
  readonly page: Page;
  readonly startedMs: number;
  readonly answer: string;
  readonly downloads: readonly { readonly name: string; readonly path: string }[];
}

export interface BlindTask {
  readonly title: string;
  text(node: BlindNode): string;
  /** Returns the faults of the outcome. The list is empty if the task is done. */
  findFaults(end: TaskEnd): Promise<string[]>;
}

const [olderWords, newerWords] = PICTURE_WORDS;

export const BLIND_TASKS: readonly BlindTask[] = [
  {
    title: 'Is everything safe?',
    text: () =>
      'You come to work in the morning. Is all content of the archive safe? Answer with yes or no. If it is not, say what is wrong.',
    findFaults: async ({ answer }) => findMissingWords(answer, [/\bno\b|\bnot\b/i, /damage/i]),
  },
  {
    title: 'Import a WARC into a new AU',
    text: () =>
      'The file crawl.warc.gz in your folder Downloads is a crawl of the Tide Tables of the year 2031 from http://www.example.org/. The node has no Archival Unit (AU) for that year yet. Put the content of the file into a new AU. The plugin for this site has "Tides" in its name.',
    findFaults: async ({ node }) => {
      const stored = await node.client.artifacts(formatTidesAuid(2031));
      return stored.length > 0 ? [] : ['the AU of 2031 has no content'];
    },
  },
  {
    title: 'Find a page by its URL and look at it',
    text: () =>
      `Find the archived page ${CHANGED_URL} and read it. At which time is high water, according to the latest capture?`,
    findFaults: async ({ answer }) => findMissingWords(answer, [/\b0?7[:.]00\b/]),
  },
  {
    title: 'Compare two versions of it',
    text: () =>
      `The page ${CHANGED_URL} was captured twice. Let the program show the difference between the two captures. What has changed, from what to what?`,
    findFaults: async ({ answer }) => findMissingWords(answer, [/\b0?6[:.]00\b/, /\b0?7[:.]00\b/]),
  },
  {
    title: 'Which AUs of a publisher are missing; add three',
    text: () =>
      'The publisher Example Harbour Press has published the Tide Tables for many years. Find out which years this node does not hold yet, although it knows them. Then add the years 2016, 2017 and 2018 to the node.',
    findFaults: async ({ node }) => {
      const held = await listConfiguredAuids(node);
      return [2016, 2017, 2018]
        .filter((year) => !held.includes(formatTidesAuid(year)))
        .map((year) => `the AU of ${year} was not added`);
    },
  },
  {
    title: 'Deactivate an AU, and take it back',
    text: ({ name }) =>
      `Take the AU "${name}" out of service without deleting anything. Then you notice that this was a mistake: bring the AU back into service.`,
    findFaults: async ({ node, startedMs }) => {
      const client = createTestConfigClient(node.configurationUrl, node.password);
      const input = { operation: 'deactivateAus', since: startedMs, outcome: 'ok' } as const;
      const audit = JSON.parse(await readText(await client.getAudit(input))) as { entries: [] };
      const active = await client.queryAus({ auQuery: `select auId where active and name = '${node.name}'` });
      return [
        ...(audit.entries.length > 0 ? [] : ['the AU was never out of service']),
        ...((active as unknown[]).length === 1 ? [] : ['the AU is out of service']),
      ];
    },
  },
  {
    title: 'Find what is damaged, and repair it',
    text: () => 'Something in the archive is damaged. Find out which page, and repair it. Which page was it?',
    findFaults: async ({ node, answer }) => {
      const { artifacts } = await node.client.json<{ artifacts: [] }>('/damage');
      return [
        ...(artifacts.length === 0 ? [] : ['the page is still damaged']),
        ...findMissingWords(answer, [/www\.example\.org/]),
      ];
    },
  },
  {
    title: 'Export an AU as WACZ',
    text: ({ name }) =>
      `A colleague wants the whole content of the AU "${name}" as one WACZ file. Save this file on your computer.`,
    findFaults: async ({ downloads }) => {
      const saved = downloads.find(({ name }) => name.endsWith('.wacz'));
      if (saved === undefined) return ['no WACZ was saved'];
      const beginning = (await readFile(saved.path)).subarray(0, 2).toString();
      return beginning === 'PK' ? [] : ['the file is not a WACZ'];
    },
  },
  {
    title: 'Who imported what, and who changed an AU, when?',
    text: ({ past }) =>
      `Somebody imported the file ${past.fileName}. Somebody took the AU "${past.auName}" out of service for a moment. Who did each, and when?`,
    findFaults: async ({ answer, node: { past } }) =>
      findMissingWords(answer, [new RegExp(past.importer, 'i'), new RegExp(past.changer, 'i')]),
  },
  {
    title: 'Change a setting in a configuration file',
    text: () =>
      'The node has a configuration file named "expert". Add the line org.lockss.one=1 to this file, and leave the other lines as they are.',
    findFaults: async ({ node }) => {
      const client = createTestConfigClient(node.configurationUrl, node.password);
      const text = await readText(await client.getSectionConfiguration({ sectionName: 'expert' }));
      return [
        ...(/^org\.lockss\.one *= *1\r?$/m.test(text) ? [] : ['the line is missing']),
        ...(text.includes('org.lockss.poll.v3.minPollDelay = 8w') ? [] : ['other lines were changed']),
      ];
    },
  },
  {
    title: 'Find a page by part of its URL, and see it with its images',
    text: () =>
      'A reader remembers that the address of a page contained "bridge-hist". Find this page, and look at its latest capture as it looked then. Which name is written on the ship in the picture?',
    findFaults: async ({ answer, page }) => [
      ...findMissingWords(answer, [new RegExp(lastWord(newerWords), 'i')]),
      ...findPathFault(page, /\/(?:artifacts|content)\//),
    ],
  },
  {
    title: 'Find an artifact by its digest',
    text: ({ rates }) =>
      `A paper cites an archived page only by its digest, ${rates.digest}. Open this page. What is its URL?`,
    findFaults: async ({ answer, page, node: { rates } }) => [
      ...findMissingWords(answer, [/mooring-rates\.html/]),
      ...findPathFault(page, new RegExp(`/artifacts/${rates.uuid}`)),
    ],
  },
  {
    title: 'Get a fixity certificate of an AU',
    text: ({ intactAu }) =>
      `An auditor asks for a certificate which proves that all files of the AU "${intactAu.name}" are intact as of today. Make this certificate, and leave it open on the screen. How many artifacts are intact?`,
    findFaults: async ({ page, startedMs, answer, node: { client, intactAu } }) => {
      const { checks } = await client.json<{
        checks: { check: string; at: number; intact: number; verdict?: string }[];
      }>('/checks', { auid: intactAu.auid });
      const made = checks.find(({ at, verdict }) => at >= startedMs && verdict === 'intact');
      if (made === undefined) return ['no check of the AU has found it intact since the start of the task'];
      return [
        ...findPathFault(page, new RegExp(`/checks/${made.check}`)),
        ...findMissingWords(answer, [new RegExp(`\\b${made.intact}\\b`)]),
      ];
    },
  },
  {
    title: 'Follow the link in a mail about a flipped byte to the repaired artifact',
    text: () =>
      'The node has sent you a mail because a byte on a disk had changed. Read the mail, and go from there to the page that was concerned. Which page is it, and is it intact now? Find out on its page from where it was repaired.',
    findFaults: async ({ answer, page, node: { keepers } }) => [
      ...findPathFault(page, new RegExp(`/artifacts/${keepers}`)),
      ...findMissingWords(answer, [/lock-?\s?keepers/i, /\bnear\b/i]),
    ],
  },
  {
    title: 'Delete a page, which a colleague must approve',
    text: ({ colleague }) =>
      `The page ${LETTER_URL} was captured by mistake: it is a private letter. Delete it from the archive. In this library, a second person must approve a deletion. Your colleague Maria sits next to you and approves it at your screen: her user name is ${colleague.name}, and her password is ${colleague.password}`,
    findFaults: async ({ node: { client, letter, colleague } }) => {
      const { deletions } = await client.json<{ deletions: { state: string; decidedBy?: string }[] }>(
        '/deletions',
        { uuid: letter },
      );
      const [latest] = deletions;
      if (latest === undefined) return ['nobody has requested the deletion'];
      const isDone = latest.state === 'deleted' && latest.decidedBy === colleague.name;
      return isDone ? [] : [`the deletion is in the state ${latest.state}`];
    },
  },
  {
    title: 'Compare two captures side by side as pages',
    text: () =>
      `The page ${BRIDGE_URL} was captured twice. Show both captures next to each other, as the pages looked with their pictures. Which name is on the ship in the older and in the newer capture?`,
    findFaults: async ({ answer, page }) => {
      const frames = await page.locator('.compare-two iframe').count();
      return [
        ...(frames === 2 ? [] : ['the two pages are not next to each other']),
        ...findMissingWords(
          answer,
          [olderWords, newerWords].map((words) => new RegExp(lastWord(words), 'i')),
        ),
      ];
    },
  },
];

const lastWord = (words: string): string => words.split(' ').at(-1)!;

function findMissingWords(answer: string, wanted: readonly RegExp[]): string[] {
  return wanted.filter((words) => !words.test(answer)).map(({ source }) => `the answer lacks ${source}`);
}

function findPathFault(page: Page, wanted: RegExp): string[] {
  return wanted.test(page.url()) ? [] : [`another page is open: ${page.url()}`];
}

async function listConfiguredAuids({ configurationUrl, password }: BlindNode): Promise<string[]> {
  const client = createTestConfigClient(configurationUrl, password);
  const aus = await client.queryAus({ auQuery: 'select auId' });
  return (aus as { auId: string }[]).map(({ auId }) => auId);
}

async function readText({ body }: { readonly body: Readable }): Promise<string> {
  return Buffer.concat(await body.toArray()).toString();
}
