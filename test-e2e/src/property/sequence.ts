// Runs one sequence and compares its responses with the model. The responses to concurrent requests must be possible
// for at least one order of these requests.
import type { TestRepositoryClient } from '@holdfast/testkit';
import { carryOutIntent, type IntentResponse, type ResolvedIntent, sendModelRequest } from './act.ts';
import { checkAgainstModel } from './judge.ts';
import { emptyModelState, listModelAuids, type ModelState } from './model.ts';
import {
  type AuName,
  generateAus,
  generatePlan,
  type Intent,
  type ModelListing,
  type PlanStep,
} from './plan.ts';

export interface SequenceReport {
  requests: number;
  /** Number of concurrent steps whose responses match the model only in an order other than the order of sending. */
  reordered: number;
}

/**
 * Runs the sequence. Throws at the first difference from the model; the message contains everything needed to reproduce
 * the difference.
 */
export async function runSequence(clients: TestRepositoryClient[], seed: number): Promise<SequenceReport> {
  const report = { requests: 0, reordered: 0 };
  /** UUIDs returned so far, in the order of the plan. */
  const known: string[] = [];
  let worlds: ModelState[] = [emptyModelState];
  const check = async (step: number | string) => {
    const checked = await checkWhole(clients, seed, worlds, step);
    report.requests += checked.requests;
    worlds = checked.worlds;
  };
  for (const [number, step] of generatePlan(seed).entries()) {
    const acts = step.intents.map((intent) => resolveIntent(intent, known));
    const answers = await Promise.all(acts.map((act) => carryOutIntent(clients[act.replica]!, act)));
    const explained = explain(worlds, acts, answers);
    if ('wrong' in explained) throw makeDifferenceError({ seed, number, step, wrong: explained.wrong });
    if (explained.reordered) report.reordered += 1;
    report.requests += acts.length;
    worlds = explained.worlds;
    for (const answer of answers) known.push(...listNewUuids(answer, known));
    // Compares listings after concurrent requests, to narrow down the possible model states.
    if (acts.length > 1) await check(number);
  }
  await check(theEnd);
  return report;
}

const theEnd = 'the end';
const nobody = '0198c4a0-7c1e-7d3a-9b52-5f0c2e8d4a61';

function resolveIntent(intent: Intent, known: readonly string[]): ResolvedIntent {
  if (!('target' in intent)) return intent;
  return { ...intent, uuid: known[Math.floor(intent.target.share * known.length)] ?? nobody };
}

function listNewUuids(answer: IntentResponse, known: readonly string[]): string[] {
  if (answer.kind === 'create') return answer.artifact ? [answer.artifact.uuid] : [];
  if (answer.kind !== 'import') return [];
  return answer.statuses.flatMap(({ status, artifactUuid }) =>
    status === 'OK' && artifactUuid !== undefined && !known.includes(artifactUuid) ? [artifactUuid] : [],
  );
}

type Explanation = { worlds: ModelState[]; reordered: boolean } | { wrong: string };

/** Tries every order of the requests. Returns the model states of all orders for which these responses are possible. */
function explain(
  before: readonly ModelState[],
  acts: readonly ResolvedIntent[],
  answers: readonly IntentResponse[],
): Explanation {
  const worlds = new Map<string, ModelState>();
  let [wrong, reordered] = ['', true];
  for (const [tried, order] of listPermutations(acts.map((_, at) => at)).entries()) {
    for (const world of before) {
      const found = replayInOrder(world, order, acts, answers);
      if ('world' in found) worlds.set(JSON.stringify(found.world), found.world);
      else wrong ||= found.wrong;
      if ('world' in found && tried === 0) reordered = false;
    }
  }
  if (worlds.size > 0) return { worlds: [...worlds.values()], reordered };
  return { wrong: acts.length > 1 ? `no order explains them; in the order sent, ${wrong}` : wrong };
}

function replayInOrder(
  before: ModelState,
  order: readonly number[],
  acts: readonly ResolvedIntent[],
  answers: readonly IntentResponse[],
) {
  let world = before;
  for (const at of order) {
    const verdict = checkAgainstModel(world, acts[at]!, answers[at]!, acts.length === 1);
    if ('wrong' in verdict) return { wrong: `${at}: ${verdict.wrong}` };
    world = verdict.world;
  }
  return { world };
}

/** Returns all permutations, the unchanged order first. */
function listPermutations(list: readonly number[]): number[][] {
  if (list.length < 2) return [[...list]];
  return list.flatMap((first, at) => listPermutations(list.toSpliced(at, 1)).map((rest) => [first, ...rest]));
}

const everything: ModelListing = {
  of: 'AU',
  url: undefined,
  urlPrefix: undefined,
  version: 'all',
  includeUncommitted: true,
  limit: 7,
};

/**
 * Returns requests for all artifacts and the size of each AU. At the end of the sequence, adds listings of committed
 * artifacts by AU and by namespace.
 */
function makeReadRequests(aus: readonly AuName[], inTheEnd: boolean): ResolvedIntent[] {
  const committed: ModelListing = { ...everything, includeUncommitted: false };
  return aus.flatMap((au, at): ResolvedIntent[] => [
    { kind: 'list', au, replica: at % 2, listing: everything },
    { kind: 'size', au, replica: (at + 1) % 2 },
    ...(inTheEnd
      ? [
          { kind: 'list', au, replica: 1, listing: { ...committed, version: 'latest' } } as const,
          { kind: 'list', au, replica: 0, listing: { ...committed, of: 'namespace' } } as const,
        ]
      : []),
  ]);
}

/** Requests all listings. Returns the model states that all responses match. */
async function checkWhole(
  clients: TestRepositoryClient[],
  seed: number,
  before: readonly ModelState[],
  number: number | string,
): Promise<{ worlds: ModelState[]; requests: number }> {
  const acts = makeReadRequests(generateAus(seed), number === theEnd);
  let worlds = [...before];
  for (const act of acts) {
    const explained = explain(worlds, [act], [await carryOutIntent(clients[act.replica]!, act)]);
    if ('wrong' in explained) {
      throw makeDifferenceError({ seed, number, step: { intents: [act] }, wrong: explained.wrong });
    }
    worlds = explained.worlds;
  }
  await checkAuids(clients[0]!, seed, worlds[0]!);
  return { worlds, requests: acts.length + 2 };
}

async function checkAuids(client: TestRepositoryClient, seed: number, world: ModelState): Promise<void> {
  for (const namespace of new Set(generateAus(seed).map((au) => au.namespace))) {
    const wanted = listModelAuids(world, namespace);
    const { status, body } = await sendModelRequest(client, 'GET', '/aus', { namespace });
    const given = status === 404 ? [] : (body as { auids: string[] }).auids;
    if (JSON.stringify(given) !== JSON.stringify(wanted)) {
      throw new Error(`sequence ${seed}: AUs ${given} where there are ${wanted}`);
    }
  }
}

interface Difference {
  seed: number;
  number: number | string;
  step: PlanStep;
  wrong: string;
}

function makeDifferenceError({ seed, number, step, wrong }: Difference): Error {
  return new Error(
    [
      `sequence ${seed} differs from the model at step ${number} (npm run drill -- property 1 ${seed})`,
      `sent: ${JSON.stringify(step.intents)}`,
      wrong,
    ].join('\n'),
  );
}
