// Makes changes of every kind that the bridge reports, one after another for each AU and for the accounts. Records each
// acknowledged change as the message that a listener should receive.
import { setTimeout as sleep } from 'node:timers/promises';
import { createRepositoryClient, type RepositoryClient } from '@holdfast/client';
import { formatBasicAuth, makeWarc } from '@holdfast/testkit';
import { formatAuPath } from '../support/config-client.ts';
import { type BridgedNode, password } from './bridged-node.ts';

export interface ChangesPlan {
  /** Average time between two changes, in milliseconds. */
  readonly pauseMs: number;
  /** Returns a random number in [0, 1). */
  readonly random: () => number;
}

/** Acknowledged changes by message subject, in the order in which they were acknowledged. */
export type AcknowledgedChanges = Map<string, string[]>;

type RequestWriter = (method: string, path: string, body?: object) => Promise<void>;

export const formatAuSubject = (topic: 'Config' | 'State' | 'Artifacts', auid: string): string =>
  `${topic} of ${auid}`;
export const formatAccountSubject = (name: string): string => `account ${name}`;

/** Makes changes until `signal` aborts. Resolves when the last change is acknowledged. */
export async function makeBridgeChanges(
  node: BridgedNode,
  plan: ChangesPlan,
  auids: readonly string[],
  done: AcknowledgedChanges,
  signal: AbortSignal,
): Promise<void> {
  const note = (subject: string, word: string): void => {
    const words = done.get(subject) ?? [];
    words.push(word);
    done.set(subject, words);
  };
  const write: RequestWriter = (method, path, body) => writeTo(node.configUrl, method, path, body);
  const repeat = async (change: (number: number) => Promise<void>): Promise<void> => {
    for (let number = 1; !signal.aborted; number++) {
      await change(number);
      await sleep(plan.pauseMs * 2 * plan.random());
    }
  };
  const client = createRepositoryClient({ url: node.repository.url, user: 'admin', password });
  await Promise.all([
    ...auids.flatMap((auid) => [
      repeat((number) => changeConfiguration(write, note, auid, number)),
      repeat((number) => changeArtifacts(client, note, auid, number)),
    ]),
    repeat((number) => changeAccount(write, note, number)),
  ]);
  client.close();
}

async function writeTo(configUrl: string, method: string, path: string, body?: object): Promise<void> {
  const headers = { authorization: formatBasicAuth('admin', password), 'content-type': 'application/json' };
  const answer = await fetch(`${configUrl}${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  const text = await answer.text();
  if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.status} ${text}`);
}

type ChangeRecorder = (subject: string, word: string) => void;

const PEER = 'TCP:[192.0.2.1]:9729';

/** Writes one of four state documents per call, in turn. Every tenth call also removes the AU's configuration. */
async function changeConfiguration(
  write: RequestWriter,
  note: ChangeRecorder,
  auid: string,
  number: number,
): Promise<void> {
  const agreement = { percentAgreement: 1, percentAgreementTime: number };
  const suspect = { url: 'http://example.org/', version: 1, created: number };
  if (number % 5 === 1) await storeAu(write, note, auid);
  const documents = [
    ['PATCH', 'austates', 'AuState', { lastCrawlTime: number }],
    [
      'PATCH',
      'auagreements',
      'AuAgreements',
      { auid, rawMap: { [PEER]: { id: PEER, map: { POR: agreement } } } },
    ],
    ['PUT', 'aususpecturls', 'AuSuspectUrlVersions', { auid, suspectVersions: [suspect] }],
    ['PUT', 'noaupeers', 'NoAuPeerSet', { auid, rawSet: [PEER], date: number }],
  ] as const;
  const [method, folder, name, document] = documents[number % documents.length]!;
  await write(method, formatAuPath(folder, auid), document);
  note(formatAuSubject('State', auid), `${name} ${number}`);
  if (number % 10 === 0) {
    await write('DELETE', formatAuPath('aus', auid));
    note(formatAuSubject('Config', auid), 'AuConfigRemoved');
  }
}

async function storeAu(write: RequestWriter, note: ChangeRecorder, auid: string): Promise<void> {
  const handle = auid.slice(auid.indexOf('~') + 1);
  await write('PUT', formatAuPath('aus', auid), { auId: auid, auConfig: { handle } });
  note(formatAuSubject('Config', auid), 'AuConfigStored');
}

/**
 * Creates and commits one version of the same URL per call. Some calls also uncommit or delete that version, or import
 * captures.
 */
async function changeArtifacts(
  client: RepositoryClient,
  note: ChangeRecorder,
  auid: string,
  number: number,
): Promise<void> {
  const subject = formatAuSubject('Artifacts', auid);
  const payload = Buffer.from(`content ${number}`);
  const made = await client.create({ properties: { auid, uri: 'http://example.org/' }, payload });
  if (!('artifact' in made)) throw new Error('new content was taken for a duplicate');
  const { version } = made.artifact;
  const uuid = made.artifact.uuid!;
  await client.updateArtifact({ uuid, body: { committed: true } });
  note(subject, `Commit ${version}`);
  if (number % 5 === 0) {
    await client.updateArtifact({ uuid, body: { committed: false } });
    note(subject, `Delete ${version}`);
  }
  if (number % 3 === 0) {
    await client.deleteArtifact({ uuid });
    note(subject, `Delete ${version}`);
  }
  if (number % 7 === 0) {
    const archive = makeWarc(2, 500, `${auid} ${number}`).bytes;
    for await (const { status, url } of client.importArchive({ auid, archive })) {
      if (status !== 'OK') throw new Error(`${url} was not imported: ${status}`);
    }
    note(subject, 'AU');
  }
}

async function changeAccount(write: RequestWriter, note: ChangeRecorder, number: number): Promise<void> {
  const turn = number - 1;
  const userName = `user${turn % 3}`;
  if (Math.floor(turn / 3) % 2 === 0) {
    await write('POST', '/users', [{ userName, roles: 'debugRole' }]);
    note(formatAccountSubject(userName), 'ADD');
  } else {
    await write('DELETE', `/users/${userName}`);
    note(formatAccountSubject(userName), 'DELETE');
  }
}
