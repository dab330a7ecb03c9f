// Compares a response with the model. Returns the model's state after the request.
import type { ListedArtifact } from '@holdfast/testkit';
import type { IntentResponse, ResolvedIntent } from './act.ts';
import {
  addStoredArtifact,
  computeDigest,
  computeNextVersion,
  computeSize,
  findLatest,
  isInBulk,
  listModelArtifacts,
  type ModelArtifact,
  type ModelState,
  removeModelArtifact,
  restoreModelArtifact,
  setModelBulk,
  setModelCommitted,
} from './model.ts';

/** `world`: state of the model after the request. `wrong`: describes the actual and the expected response. */
export type ModelVerdict = { world: ModelState } | { wrong: string };

/**
 * Checks a response. `alone`: whether no other request was running, so that all pages of a listing reflect the same
 * state.
 */
export function checkAgainstModel(
  world: ModelState,
  act: ResolvedIntent,
  answer: IntentResponse,
  alone: boolean,
): ModelVerdict {
  switch (act.kind) {
    case 'import':
      return judgeImport(world, act, answer as IntentResponse & { kind: 'import' });
    case 'create':
      return judgeCreate(world, act, answer as IntentResponse & { kind: 'create' });
    case 'commit':
      return judgeCommit(world, act, answer as IntentResponse & { kind: 'commit' });
    case 'delete':
      return judgeDelete(world, act, answer as IntentResponse & { kind: 'delete' });
    case 'undo':
      return judgeUndo(world, act, answer as IntentResponse & { kind: 'undo' });
    case 'bulk': {
      const wanted = act.op === 'start' || isInBulk(world, act.au) ? 200 : 404;
      const after = wanted === 200 ? setModelBulk(world, act.au, act.op === 'start') : world;
      return compareResponse(wanted, (answer as IntentResponse & { kind: 'bulk' }).status, after);
    }
    case 'size': {
      const { status, size } = answer as IntentResponse & { kind: 'size' };
      const wanted = computeSize(world, act.au);
      const given = size && {
        totalAllVersions: size.totalAllVersions,
        totalLatestVersions: size.totalLatestVersions,
      };
      return compareResponse([wanted ? 200 : 404, wanted], [status, given], world);
    }
    case 'list':
      return judgeList(world, act, answer as IntentResponse & { kind: 'list' }, alone);
  }
}

function judgeImport(
  before: ModelState,
  { au, records, storeDuplicate }: ResolvedIntent & { kind: 'import' },
  { statuses }: IntentResponse & { kind: 'import' },
): ModelVerdict {
  let world = before;
  const expected = records.map((record, at) => {
    const { url, body } = record;
    const latest = findLatest(world, au, url);
    const digest = computeDigest(body);
    if (!storeDuplicate && latest?.body === body) {
      return { status: 'DUPLICATE', url, digest, artifactUuid: latest.uuid, version: latest.version };
    }
    const uuid = statuses[at]?.artifactUuid ?? '';
    const version = computeNextVersion(world, au, url);
    world = addStoredArtifact(world, au, record, { uuid, committed: true });
    return { status: 'OK', url, digest, artifactUuid: uuid, version };
  });
  const given = statuses.map(({ status, url, digest, artifactUuid, version }) => ({
    ...{ status, url, digest, artifactUuid, version },
  }));
  return compareResponse(expected, given, world);
}

function judgeCreate(
  world: ModelState,
  { au, content }: ResolvedIntent & { kind: 'create' },
  { status, artifact }: IntentResponse & { kind: 'create' },
): ModelVerdict {
  const { url, body } = content;
  if (findLatest(world, au, url)?.body === body) return compareResponse(302, status, world);
  const uuid = artifact?.uuid ?? '';
  const after = addStoredArtifact(world, au, content, { uuid, committed: false });
  return compareResponse(
    [201, describeArtifact(after.artifacts.at(-1)!)],
    [status, artifact && pickComparedMembers(artifact)],
    after,
  );
}

function judgeCommit(
  world: ModelState,
  { au, uuid, target, committed }: ResolvedIntent & { kind: 'commit' },
  { status, artifact }: IntentResponse & { kind: 'commit' },
): ModelVerdict {
  const held = target.elsewhere ? undefined : find(world, au.namespace, uuid);
  if (!held) return compareResponse(404, status, world);
  const given = artifact && pickComparedMembers(artifact);
  return compareResponse(
    [200, describeArtifact({ ...held, committed })],
    [status, given],
    setModelCommitted(world, uuid, committed),
  );
}

function judgeDelete(
  world: ModelState,
  { au, uuid, target }: ResolvedIntent & { kind: 'delete' },
  { status }: IntentResponse & { kind: 'delete' },
): ModelVerdict {
  const held = target.elsewhere ? undefined : find(world, au.namespace, uuid);
  if (!held) return compareResponse(404, status, world);
  if (isInBulk(world, held)) return compareResponse(409, status, world);
  return compareResponse(200, status, removeModelArtifact(world, uuid));
}

function judgeUndo(
  world: ModelState,
  { uuid }: ResolvedIntent & { kind: 'undo' },
  { status }: IntentResponse & { kind: 'undo' },
): ModelVerdict {
  const deleted = world.deleted.find((one) => one.uuid === uuid);
  if (!deleted) return compareResponse(undefined, status, world);
  const isBack = world.artifacts.some((one) => one.uuid === uuid);
  if (isBack || isInBulk(world, deleted)) return compareResponse(409, status, world);
  return compareResponse(200, status, restoreModelArtifact(world, deleted));
}

function judgeList(
  world: ModelState,
  { au, listing }: ResolvedIntent & { kind: 'list' },
  answer: IntentResponse & { kind: 'list' },
  alone: boolean,
): ModelVerdict {
  const { status, items, totals } = answer;
  const expected = listModelArtifacts(world, au, listing);
  const shown = (expected ?? []).map(describeArtifact);
  if (!alone) return compareResponse(shown, items.map(pickComparedMembers), world);
  if (!expected) return compareResponse(404, status, world);
  return compareResponse(
    [200, shown, totals.map(() => shown.length)],
    [status, items.map(pickComparedMembers), totals],
    world,
  );
}

/** Finds an artifact in any AU of the namespace in the request. */
function find({ artifacts }: ModelState, namespace: string, uuid: string): ModelArtifact | undefined {
  return artifacts.find((one) => one.uuid === uuid && one.namespace === namespace);
}

export function describeArtifact({ uuid, namespace, auid, uri, version, committed, body }: ModelArtifact) {
  const state = committed ? 'COMMITTED' : 'UNCOMMITTED';
  const contentLength = Buffer.byteLength(body);
  return {
    uuid,
    namespace,
    auid,
    uri,
    version,
    committed,
    state,
    contentLength,
    contentDigest: computeDigest(body),
  };
}

/** Returns the fields of a listed artifact that the test compares with the model. */
export function pickComparedMembers(artifact: ListedArtifact) {
  const { uuid, auid, uri, version, committed, contentLength, contentDigest } = artifact;
  const { namespace, state } = artifact as ListedArtifact & { namespace: string; state: string };
  return { uuid, namespace, auid, uri, version, committed, state, contentLength, contentDigest };
}

function compareResponse(expected: unknown, given: unknown, world: ModelState): ModelVerdict {
  const wanted = JSON.stringify(expected);
  const got = JSON.stringify(given);
  return wanted === got
    ? { world }
    : { wrong: `answered ${shortenRuns(got)}\nexpected ${shortenRuns(wanted)}` };
}

/** Replaces a long run of one character, as in the test URLs, by the character and its count. */
function shortenRuns(text: string | undefined): string | undefined {
  return text?.replace(/(.)\1{50,}/gu, (run, character) => `${character}{${Array.from(run).length}}`);
}
