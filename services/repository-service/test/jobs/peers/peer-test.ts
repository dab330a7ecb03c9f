// Test helper: a service with an API token for its peers, repairs with short time limits, and a fake peer with
// arbitrary responses.

import { writeFile } from 'node:fs/promises';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { hashPassword, makeApiToken } from '@holdfast/accounts';
import { createLog } from '@holdfast/service-kit';
import { addCleanup, createTemporaryFolder } from '@holdfast/testkit';
import { uuidv7 } from 'uuidv7';
import { createDamageReporter } from '../../../src/content/damage-notes.ts';
import type { Peer, PeerLimits } from '../../../src/jobs/peers/ask-peer.ts';
import type { PeerRepairDeps } from '../../../src/jobs/peers/repair-from-peers.ts';
import type { TestService } from '../../service.ts';
import type { Keeper } from '../fixity/walk.ts';

const log = createLog({ service: 'test', level: 'silent' });

/** Returns a users file with a reader, and the secret of an API token of that reader. */
export async function writeUsersFileWithToken(): Promise<{ file: string; secret: string }> {
  const file = join(await createTemporaryFolder(), 'users.json');
  const password = await hashPassword('pass: word', { logN: 4, r: 8, p: 1 });
  const roles = ['accessContentRole'];
  const { entry, secret } = makeApiToken({ name: 'peer', owner: 'peer', roles, days: 1 }, Date.now());
  await writeFile(file, JSON.stringify({ users: [{ name: 'peer', password, roles }], tokens: [entry] }));
  return { file, secret };
}

export interface TestRepairs extends PeerRepairDeps {
  readonly asked: string[];
}

/** Creates the dependencies for repairs from `peers`. Uses the index and the store of `keeper`. */
export function openTestRepairs(
  keeper: Keeper,
  { spoolFolder }: Pick<TestService, 'spoolFolder'>,
  peers: readonly Peer[],
  limits: PeerLimits = { answerMs: 5_000, leastBytesPerSecond: 1 },
): TestRepairs {
  const { database, db, store, codec } = keeper;
  const asked: string[] = [];
  const notes = { db, store, log, nowMs: Date.now, onRead: () => undefined };
  return {
    db,
    pool: database.pool,
    store,
    codec,
    ingest: {
      ...{ db, store, software: 'test', newId: uuidv7, nowMs: Date.now, spoolFolder },
      keepRecords: 'all',
      limits: { sizeBytes: 64 * 1024 * 1024, records: 5_000, ageMs: 2_000 },
    },
    damage: createDamageReporter(notes),
    peers,
    limits,
    log,
    asked,
    onAsked: (_peer, outcome) => void asked.push(outcome),
  };
}

/**
 * Starts a peer that handles every request with `answer`. Returns the peer and a list of the requests that it received.
 */
export async function startPeer(answer: RequestListener): Promise<Peer & { readonly seen: string[] }> {
  const seen: string[] = [];
  const server = createServer((request, response) => {
    seen.push(`${request.headers.authorization ?? ''} ${request.url}`);
    answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  addCleanup(
    () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  );
  const { port } = server.address() as AddressInfo;
  return { url: `http://127.0.0.1:${port}`, token: 'secret', agent: undefined, seen };
}
