// Test helper: a service whose artifacts have events of every kind, and exports of these artifacts with
// `metadata/premis.xml`.
import { makeResponseRecord } from '@holdfast/testkit';
import { shipJournal } from '../../../src/jobs/journal/shipper.ts';
import { compactionDeps, keptStore } from '../../jobs/compaction/kept-store.ts';
import { damage, storedPlace } from '../../jobs/fixity/stored-artifacts.ts';
import { openKeeper } from '../../jobs/fixity/walk.ts';
import { as, roleUsersFile } from '../../role-users.ts';
import { send } from '../../send.ts';
import { type TestService, testService } from '../../service.ts';
import { untarred, unzipped } from './unpacked.ts';

export const PREMIS_AUID = 'an AU';
export const premisUrl = (name: string) => `http://www.example.org/${name}?a=1&b=<2>`;

/** Starts a service with three artifacts. One was damaged and repaired; another is under a hold. */
export async function startPremisService(): Promise<{ service: TestService; uuids: string[] }> {
  const service = await testService({
    USERS_FILE: await roleUsersFile(),
    COMPACTION_PERIOD: 'off',
    FIXITY_PERIOD: 'off',
  });
  const kept = await keptStore(service);
  const keeper = await openKeeper(service);
  const member = (name: string) =>
    makeResponseRecord(premisUrl(name), Buffer.from(name), '2020-02-20T20:20:20Z');
  const archive = Buffer.concat(['one', 'two', 'three'].map(member));
  const { statuses } = await service.client.importArchive(archive, { auid: PREMIS_AUID });
  const uuids = statuses.map(({ artifactUuid }) => artifactUuid!);
  await keeper.walk();
  await damage(await storedPlace(service, uuids[0]!));
  await keeper.walk();
  await service.client.importArchive(member('one'), { auid: PREMIS_AUID });
  await send(service.client, 'POST', '/holds', {
    authorization: as('writer'),
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ uuid: uuids[1], reason: 'litigation' }),
  });
  await shipJournal(compactionDeps(kept));
  return { service, uuids };
}

/** Returns the files of an export with PREMIS, by path. */
export async function exportPremis(
  service: TestService,
  ending: 'tar' | 'wacz',
  user: 'reader' | 'chief' = 'chief',
): Promise<Map<string, Buffer>> {
  const path = `/exports/default.${ending}?auid=${encodeURIComponent(PREMIS_AUID)}&premis=true`;
  const answer = await fetch(`${service.client.url}${path}`, { headers: { authorization: as(user) } });
  const bytes = Buffer.from(await answer.arrayBuffer());
  if (answer.status !== 200) throw new Error(bytes.toString());
  return ending === 'tar' ? untarred(bytes) : unzipped(bytes);
}

/** Returns the text of metadata/premis.xml from the files of an export. */
export function findPremis(files: Map<string, Buffer>): string {
  return [...files].find(([path]) => path.endsWith('metadata/premis.xml'))![1].toString();
}
