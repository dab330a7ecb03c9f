// Records what clients sent and what the services acknowledged. Checks that the replicas still have all acknowledged
// data.
import { createHash, randomUUID } from 'node:crypto';
import type { ListedArtifact } from '@holdfast/testkit';
import type { PatientClient } from './patient-client.ts';
import { makeGetRequest, makeListRequest, makePayloadRequest, type SentPage } from './requests.ts';

/** Page that the service has acknowledged as stored. */
export interface StoredPage extends Omit<SentPage, 'body'> {
  readonly uuid: string;
  readonly version: number | undefined;
  committed: boolean;
}

/**
 * The last acknowledged and the last sent value of an AU's state. Only one client writes a state, with ascending
 * values.
 */
export interface WrittenValues {
  acknowledged: number;
  sent: number;
}

export class AcknowledgedWrites {
  readonly stored: StoredPage[] = [];
  readonly states = new Map<string, WrittenValues>();
  /** Acknowledged peers, by path of the agreements document. */
  readonly peers = new Map<string, Set<string>>();
  /** Sent pages by digest. No page is sent twice. */
  readonly #sent = new Map<string, Omit<SentPage, 'body'>>();
  #pages = 0;

  /** Creates a page whose content was never sent before. */
  page(auid: string, uri: string, sizeBytes: number): SentPage {
    this.#pages += 1;
    const noise = createHash('sha512').update(`${this.#pages} ${randomUUID()}`).digest('base64');
    const body = Buffer.from(`${this.#pages} ${noise} `.padEnd(sizeBytes, noise));
    const page = { auid, uri, body, sha256: createHash('sha256').update(body).digest('hex') };
    this.#sent.set(page.sha256, { auid, uri, sha256: page.sha256 });
    return page;
  }

  acknowledge(
    { auid, uri, sha256 }: SentPage,
    reported: { uuid: string; version?: number },
    committed: boolean,
  ): void {
    this.stored.push({ auid, uri, sha256, uuid: reported.uuid, version: reported.version, committed });
  }

  sentAs(contentDigest: string): Omit<SentPage, 'body'> | undefined {
    return this.#sent.get(contentDigest.replace('SHA-256:', ''));
  }

  auids(): string[] {
    return [...new Set([...this.#sent.values()].map(({ auid }) => auid))];
  }
}

export interface AcknowledgedWritesCheck {
  artifacts: number;
  /** Number of artifacts that were stored although the request failed. */
  unacknowledged: number;
}

/** Checks all artifacts. Throws at the first artifact that is lost, duplicated, changed or unknown. */
export async function checkAcknowledgedArtifacts(
  client: PatientClient,
  ledger: AcknowledgedWrites,
): Promise<AcknowledgedWritesCheck> {
  const judgement: AcknowledgedWritesCheck = { artifacts: 0, unacknowledged: 0 };
  const acknowledged = Map.groupBy(ledger.stored, ({ auid }) => auid);
  for (const auid of ledger.auids()) {
    const listed = await listAllArtifacts(client, auid);
    judgement.artifacts += listed.length;
    const [byUuid, reported] = [new Map(listed.map((one) => [one.uuid, one])), acknowledged.get(auid) ?? []];
    if (byUuid.size < listed.length) throw new Error(`${auid}: an artifact is listed twice`);
    for (const one of reported) checkReportedPage(one, byUuid.get(one.uuid));
    checkContents(ledger, auid, listed);
    checkVersions(auid, listed);
    judgement.unacknowledged += listed.length - reported.length;
  }
  await runConcurrently(8, ledger.stored, (one) => checkBytes(client, one));
  return judgement;
}

interface LocatedArtifact extends ListedArtifact {
  storageUrl: string;
}

export async function listAllArtifacts(
  client: PatientClient,
  auid: string,
  limit = 500,
): Promise<LocatedArtifact[]> {
  const found: LocatedArtifact[] = [];
  for (let token: string | undefined; ; ) {
    const { status, text } = await client.ask(makeListRequest(auid, limit, token));
    if (status === 404 && token === undefined) return [];
    if (status !== 200) throw new Error(`the listing of ${auid}: ${status} ${text}`);
    const page = JSON.parse(text) as {
      artifacts: LocatedArtifact[];
      pageInfo: { continuationToken?: string };
    };
    found.push(...page.artifacts);
    token = page.pageInfo.continuationToken;
    if (token === undefined) return found;
  }
}

function checkReportedPage(reported: StoredPage, listed: LocatedArtifact | undefined): void {
  const words = JSON.stringify(reported);
  if (!listed) throw new Error(`acknowledged, but not listed: ${words}`);
  if (reported.version !== undefined && listed.version !== reported.version)
    throw new Error(`now version ${listed.version}: ${words}`);
  if (reported.committed && !listed.committed) throw new Error(`no longer committed: ${words}`);
}

function checkContents(ledger: AcknowledgedWrites, auid: string, listed: readonly LocatedArtifact[]): void {
  const seen = new Set<string>();
  for (const { uuid, uri, contentDigest } of listed) {
    const sent = ledger.sentAs(contentDigest);
    if (sent?.auid !== auid || sent.uri !== uri) throw new Error(`${uuid} (${uri}) came from nowhere`);
    if (seen.has(contentDigest)) throw new Error(`${uuid} (${uri}) was sent once and is there twice`);
    seen.add(contentDigest);
  }
}

function checkVersions(auid: string, listed: readonly LocatedArtifact[]): void {
  for (const [uri, versions] of Map.groupBy(listed, (one) => one.uri)) {
    const numbers = versions.map(({ version }) => version).sort((a, b) => a - b);
    if (numbers.some((number, at) => number !== at + 1))
      throw new Error(`${auid}, ${uri}: versions ${numbers.join(', ')}`);
  }
}

async function checkBytes(client: PatientClient, { uuid, sha256 }: StoredPage): Promise<void> {
  const { status, bytes, text } = await client.ask(makePayloadRequest(uuid));
  if (status !== 200) throw new Error(`the payload of ${uuid}: ${status} ${text}`);
  if (createHash('sha256').update(bytes).digest('hex') !== sha256) throw new Error(`${uuid}: other bytes`);
}

/** Checks the configuration service. Throws if an acknowledged value is missing or a stored value was never written. */
export async function checkAcknowledgedConfiguration(
  client: PatientClient,
  ledger: AcknowledgedWrites,
): Promise<void> {
  for (const [path, { acknowledged, sent }] of ledger.states) {
    const { status, text } = await client.ask(makeGetRequest(path));
    const { lastCrawlTime } = (status === 200 ? JSON.parse(text) : {}) as { lastCrawlTime?: number };
    const isRight = lastCrawlTime !== undefined && lastCrawlTime >= acknowledged && lastCrawlTime <= sent;
    if (!isRight)
      throw new Error(`${path}: ${status} ${lastCrawlTime} where ${acknowledged} was acknowledged`);
  }
  for (const [path, peers] of ledger.peers) {
    const { text } = await client.ask(makeGetRequest(path));
    const { rawMap } = JSON.parse(text) as { rawMap: Record<string, unknown> };
    for (const peer of peers) if (!rawMap[peer]) throw new Error(`${path}: ${peer} is lost`);
  }
}

export async function runConcurrently<T>(
  count: number,
  all: Iterable<T>,
  work: (one: T) => Promise<void>,
): Promise<void> {
  const queue = all[Symbol.iterator]();
  const worker = async () => {
    for (let next = queue.next(); !next.done; next = queue.next()) await work(next.value);
  };
  await Promise.all(Array.from({ length: count }, worker));
}
