// Writes the events of the exported artifacts as a PREMIS file. An event of a whole segment is written once per batch
// of artifacts and lists the artifacts of that batch.
import type { Executor } from '@holdfast/pg-kit';
import {
  formatPremisAgents,
  formatPremisEvent,
  formatPremisObject,
  PREMIS_END,
  PREMIS_HEAD,
  type PremisAgents,
  type PremisEvent,
} from '../domain/export/premis.ts';
import { softwareName } from '../domain/service-identity.ts';
import type { PieceRow } from '../index/export/export-rows.db.ts';
import { type ExportedArtifact, findExportedArtifacts } from '../index/export/exported-artifacts.db.ts';
import { BatchHistory } from '../index/history/batch-history.ts';
import type { IndexSchema } from '../index/schema.ts';
import type { Spool } from './spool.ts';

export interface PremisSpools {
  readonly objects: Spool;
  readonly events: Spool;
}

/** Whether the file includes the names of users and of their files, and the reasons that users entered. */
export type PremisDetail = 'named' | 'anonymous';

/** Writes PREMIS objects and events to the two spool files. The caller must end both spool files. */
export async function writePremis(
  db: Executor<IndexSchema>,
  pieces: AsyncIterable<readonly Pick<PieceRow, 'artifactId'>[]>,
  { objects, events }: PremisSpools,
  detail: PremisDetail,
): Promise<void> {
  const history = new BatchHistory(db);
  const agents: PremisAgents = new Map();
  let batches = 0;
  await objects.append(Buffer.from(PREMIS_HEAD));
  for await (const batch of pieces) {
    const ids = batch.flatMap(({ artifactId }) => artifactId ?? []);
    const artifacts = await findExportedArtifacts(db, ids);
    batches += 1;
    await objects.append(Buffer.from(artifacts.map(formatPremisObject).join('')));
    const lines = (await listBatchEvents(history, artifacts, batches)).map((event) =>
      formatPremisEvent(detail === 'named' ? event : removeNames(event), softwareName, agents),
    );
    await events.append(Buffer.from(lines.join('')));
  }
  await events.append(Buffer.from(formatPremisAgents(agents) + PREMIS_END));
}

async function listBatchEvents(
  history: BatchHistory,
  artifacts: readonly ExportedArtifact[],
  batch: number,
): Promise<PremisEvent[]> {
  const found = new Map<string, PremisEvent & { artifacts: string[] }>();
  const subjects = artifacts.map(({ uuid, namespace, auid }) => ({ artifact: uuid, namespace, auid }));
  for (const [artifact, events] of await history.list(subjects)) {
    for (const { kind, atMs, lineId, position, detail } of events) {
      const id = `${atMs}-${lineId}-${position}/${batch}`;
      const event = found.get(id) ?? { id, kind, atMs, detail, artifacts: [] };
      event.artifacts.push(artifact);
      found.set(id, event);
    }
  }
  return [...found.values()];
}

/** Removes the names of users and of their files, and the reasons that they entered. Retains technical reasons. */
function removeNames({ detail, ...event }: PremisEvent): PremisEvent {
  const { by, file: _file, reason, ...others } = detail;
  return { ...event, detail: { ...others, ...(by === undefined && reason !== undefined && { reason }) } };
}
