// Generates a sequence of steps from a seed. A step is a single operation, or several operations that are sent
// concurrently.
import { createRandomFromSeed, type SeededRandom } from '../support/seeded.ts';

export interface PlanStep {
  intents: Intent[];
}

/**
 * Planned operation. Identifies its artifact by a relative position among all artifacts ever stored, including deleted
 * ones.
 */
export type Intent = { replica: number; au: AuName } & (
  | { kind: 'import'; records: ModelContent[]; storeDuplicate: boolean }
  | { kind: 'create'; content: ModelContent }
  | { kind: 'commit'; target: TargetChoice; committed: boolean; how: 'query' | 'form' | 'parts' }
  | { kind: 'delete'; target: TargetChoice }
  | { kind: 'undo'; target: TargetChoice }
  | { kind: 'bulk'; op: 'start' | 'finish' }
  | { kind: 'size' }
  | { kind: 'list'; listing: ModelListing }
);

export interface AuName {
  namespace: string;
  auid: string;
}

export interface ModelContent {
  url: string;
  body: string;
}

/** Chooses the target artifact. `elsewhere`: whether to request the artifact in the wrong namespace. */
export interface TargetChoice {
  share: number;
  elsewhere: boolean;
}

export interface ModelListing {
  of: 'AU' | 'namespace';
  url: string | undefined;
  urlPrefix: string | undefined;
  version: 'all' | 'latest' | number;
  includeUncommitted: boolean;
  limit: number;
}

export function generatePlan(seed: number): PlanStep[] {
  const random = createRandomFromSeed(seed);
  const aus = generateAus(seed);
  const steps: PlanStep[] = [{ intents: [generateImport(random, aus[0]!, false)] }];
  for (let count = 8 + random.below(10); count > 0; count--) {
    const atOnce = random.chance(0.35) ? 2 + random.below(3) : 1;
    steps.push({
      intents: Array.from({ length: atOnce }, () => generateIntent(random, aus, atOnce > 1)),
    });
  }
  return steps;
}

/**
 * Returns AUs that only this sequence uses: two in one namespace, and one with an identical AUID in another namespace.
 */
export function generateAus(seed: number): AuName[] {
  return [
    { namespace: `a${seed}`, auid: 'plugin&base_url~http%3A%2F%2Fa%2F' },
    { namespace: `a${seed}`, auid: 'plugin&base_url~http%3A%2F%2Fa' },
    { namespace: `b${seed}`, auid: 'plugin&base_url~http%3A%2F%2Fa%2F' },
  ];
}

// URLs that are hard to sort: too long for an index entry, and equal except for the last characters.
const long = `http://a/b/${'é'.repeat(600)}`;
const urls = [
  'http://a',
  'http://a/',
  'http://a/b',
  'http://a/b/c',
  'http://a/b!',
  'urn:x',
  long,
  `${long}/`,
];
const prefixes = ['', 'http://a', 'http://a/b', 'http://a/b/', 'urn', long, 'http://none'];
const bodies = ['', 'one', 'three', 'a body of more than a few bytes'];

function generateIntent(random: SeededRandom, aus: AuName[], atOnce: boolean): Intent {
  // Chooses the first AU most often, so that operations affect each other.
  const au = random.chance(0.6) ? aus[0]! : random.pick(aus);
  const base = { replica: random.below(2), au };
  const dice = random.share();
  if (dice < 0.18) return { ...generateImport(random, au, atOnce), ...base };
  if (dice < 0.34) return { ...base, kind: 'create', content: generateContent(random) };
  if (dice < 0.58) {
    const how = random.pick(['query', 'form', 'parts'] as const);
    return { ...base, kind: 'commit', target: generateTarget(random), committed: random.chance(0.5), how };
  }
  if (dice < 0.71) return { ...base, kind: 'delete', target: generateTarget(random) };
  if (dice < 0.77) return { ...base, kind: 'undo', target: generateTarget(random) };
  if (dice < 0.81) return { ...base, kind: 'bulk', op: random.chance(0.6) ? 'start' : 'finish' };
  if (dice < 0.87) return { ...base, kind: 'size' };
  return { ...base, kind: 'list', listing: generateListing(random, atOnce) };
}

/**
 * Generates an import. An import that runs concurrently with other operations must be atomic, so it has a single
 * record, or it stores duplicates.
 */
function generateImport(random: SeededRandom, au: AuName, atOnce: boolean): Intent {
  const storeDuplicate = random.chance(0.5);
  const count = atOnce && !storeDuplicate ? 1 : 1 + random.below(6);
  const records = Array.from({ length: count }, () => ({
    url: random.pick(urls),
    body: random.pick(bodies),
  }));
  return { replica: random.below(2), au, kind: 'import', records, storeDuplicate };
}

function generateContent(random: SeededRandom): ModelContent {
  return { url: random.pick(urls), body: random.pick(bodies) };
}

function generateTarget(random: SeededRandom): TargetChoice {
  return { share: random.share(), elsewhere: random.chance(0.05) };
}

function generateListing(random: SeededRandom, atOnce: boolean): ModelListing {
  const of = random.chance(0.6) ? 'AU' : 'namespace';
  const filter = random.pick(['none', 'none', 'url', 'urlPrefix'] as const);
  const versions = ['all', 'latest'] as const;
  return {
    of,
    url: filter === 'url' ? random.pick(urls) : undefined,
    urlPrefix: filter === 'urlPrefix' ? random.pick(prefixes) : undefined,
    version:
      of === 'AU' && filter === 'url' && random.chance(0.4) ? 1 + random.below(4) : random.pick(versions),
    includeUncommitted: of === 'AU' && random.chance(0.4),
    // Requests all artifacts on one page if other requests run concurrently, because only a single page reflects a
    // single state.
    limit: atOnce ? 2_000 : random.pick([1, 2, 3, 5, 1_000]),
  };
}
