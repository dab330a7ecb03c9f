// Runs more clients at once than a replica's limits on connections, creates and imports allow. Refused clients must
// receive Retry-After, and must be served when they retry after that time.

import { AcknowledgedWrites, checkAcknowledgedArtifacts, runConcurrently } from './acknowledged-writes.ts';
import type { ReplicaCluster } from './cluster.ts';
import { startFleet } from './fleet.ts';
import { type ClientResponse, createPatientClient, type PatientClient } from './patient-client.ts';
import { makeCreateRequest, makeImportRequest, makeListRequest, type SentPage } from './requests.ts';

export interface OverloadPlan {
  readonly cluster: ReplicaCluster;
  readonly clients: number;
  say(words: string): void;
}

const settings = { DATABASE_POOL: '2', MAX_CREATES: '8', MAX_IMPORTS: '4' };

/** Overloads one replica. Throws if a client gets an unexpected response or if acknowledged data is lost. */
export async function overloadReplica({ cluster, clients, say }: OverloadPlan): Promise<void> {
  const { service, place } = cluster.repository;
  const crowded = { ...place, env: { ...place.env, ...settings } };
  const fleet = await startFleet(service, crowded, { ...cluster.pacing, noticeMs: 0, preStopMs: 0 }, 1);
  const ledger = new AcknowledgedWrites();
  const hasty = await sendFromManyClients(createPatientClient(fleet.url, 0), ledger, clients);
  const patient = createPatientClient(fleet.url, 120_000);
  const refused = await sendFromManyClients(patient, ledger, clients);
  if (refused > 0) throw new Error(`${refused} clients waited and were still refused`);
  const { artifacts, unacknowledged } = await checkAcknowledgedArtifacts(patient, ledger);
  if (unacknowledged > 0) throw new Error(`${unacknowledged} artifacts of refused clients exist`);
  for (const replica of fleet.replicas()) await fleet.retire(replica);
  say(
    `${clients} clients at once and 2 connections: ${hasty} got 503 with Retry-After; the patient ones waited ${patient.waits()} times and were all served; ${artifacts} artifacts, none lost`,
  );
}

/** Sends requests from many clients at once. Resolves to the number of clients that had to retry. */
async function sendFromManyClients(
  client: PatientClient,
  ledger: AcknowledgedWrites,
  clients: number,
): Promise<number> {
  let refused = 0;
  const numbers = Array.from({ length: clients }, (_, number) => number);
  await runConcurrently(clients, numbers, async (number) => {
    const auid = `crowd ${number % 3}`;
    const page = ledger.page(auid, `http://crowd.example.org/${number % 7}`, 20_000);
    const answer = await sendByKind(client, number % 6, page);
    if (mustRetry(answer)) refused += 1;
    else acknowledge(ledger, page, answer, number % 6);
  });
  return refused;
}

function sendByKind(client: PatientClient, kind: number, page: SentPage): Promise<ClientResponse> {
  if (kind === 0) return client.ask(makeImportRequest([page], 300));
  return client.ask(kind === 1 ? makeListRequest(page.auid, 1_000) : makeCreateRequest(page));
}

function mustRetry({ status, headers, text }: ClientResponse): boolean {
  if (status === 503 && Number(headers['retry-after']) > 0) return true;
  if ([200, 201, 404].includes(status)) return false;
  throw new Error(`a client in the crowd was told ${status} ${text}`);
}

function acknowledge(
  ledger: AcknowledgedWrites,
  page: SentPage,
  { text }: ClientResponse,
  kind: number,
): void {
  if (kind === 1) return;
  const answer = JSON.parse(text) as { artifactUuid?: string; uuid?: string; version: number };
  const uuid = answer.artifactUuid ?? answer.uuid!;
  ledger.acknowledge(page, { uuid, version: answer.version }, kind === 0);
}
