// What one sequence does, made from its seed alone: steps, each of one intent or of several that go out at once.
import { type Seeded, seeded } from '../support/seeded.ts';

export interface Step {
  intents: Intent[];
}

/** What is to be done. Artifacts are meant by a share of those that have ever been stored, deleted ones too. */
export type Intent = { replica: number; au: AuName } & (
  | { kind: 'import'; records: Content[]; storeDuplicate: boolean }
  | { kind: 'create'; content: Content }
  | { kind: 'commit'; target: Target; committed: boolean; how: 'query' | 'form' | 'parts' }
  | { kind: 'delete'; target: Target }
  | { kind: 'bulk'; op: 'start' | 'finish' }
  | { kind: 'size' }
  | { kind: 'list'; listing: Listing }
);

export interface AuName {
  namespace: string;
  auid: string;
}

export interface Content {
  url: string;
  body: string;
}

/** `elsewhere`: looked for in a namespace that it is not in. */
export interface Target {
  share: number;
  elsewhere: boolean;
}

export interface Listing {
  of: 'AU' | 'namespace';
  url: string | undefined;
  urlPrefix: string | undefined;
  version: 'all' | 'latest' | number;
  includeUncommitted: boolean;
  limit: number;
}

export function planOf(seed: number): Step[] {
  const random = seeded(seed);
  const aus = ausOf(seed);
  const steps: Step[] = [{ intents: [importOf(random, aus[0]!, false)] }];
  for (let count = 8 + random.below(10); count > 0; count--) {
    const atOnce = random.chance(0.35) ? 2 + random.below(3) : 1;
    steps.push({
      intents: Array.from({ length: atOnce }, () => intentOf(random, aus, atOnce > 1)),
    });
  }
  return steps;
}

/** AUs of this sequence alone: two in one namespace, and one of the same name in another. */
export function ausOf(seed: number): AuName[] {
  return [
    { namespace: `a${seed}`, auid: 'plugin&base_url~http%3A%2F%2Fa%2F' },
    { namespace: `a${seed}`, auid: 'plugin&base_url~http%3A%2F%2Fa' },
    { namespace: `b${seed}`, auid: 'plugin&base_url~http%3A%2F%2Fa%2F' },
  ];
}

// Hard to order, and longer than an index entry and the same up to its end.
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

function intentOf(random: Seeded, aus: AuName[], atOnce: boolean): Intent {
  // The first AU most of the time, or nothing would ever meet.
  const au = random.chance(0.6) ? aus[0]! : random.pick(aus);
  const base = { replica: random.below(2), au };
  const dice = random.share();
  if (dice < 0.18) return { ...importOf(random, au, atOnce), ...base };
  if (dice < 0.34) return { ...base, kind: 'create', content: contentOf(random) };
  if (dice < 0.58) {
    const how = random.pick(['query', 'form', 'parts'] as const);
    return { ...base, kind: 'commit', target: targetOf(random), committed: random.chance(0.5), how };
  }
  if (dice < 0.74) return { ...base, kind: 'delete', target: targetOf(random) };
  if (dice < 0.79) return { ...base, kind: 'bulk', op: random.chance(0.6) ? 'start' : 'finish' };
  if (dice < 0.86) return { ...base, kind: 'size' };
  return { ...base, kind: 'list', listing: listingOf(random, atOnce) };
}

/** Beside others it must be one act: one record, or records of which none is compared with what is there. */
function importOf(random: Seeded, au: AuName, atOnce: boolean): Intent {
  const storeDuplicate = random.chance(0.5);
  const count = atOnce && !storeDuplicate ? 1 : 1 + random.below(6);
  const records = Array.from({ length: count }, () => ({
    url: random.pick(urls),
    body: random.pick(bodies),
  }));
  return { replica: random.below(2), au, kind: 'import', records, storeDuplicate };
}

function contentOf(random: Seeded): Content {
  return { url: random.pick(urls), body: random.pick(bodies) };
}

function targetOf(random: Seeded): Target {
  return { share: random.share(), elsewhere: random.chance(0.05) };
}

function listingOf(random: Seeded, atOnce: boolean): Listing {
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
    // Only one page is one look.
    limit: atOnce ? 2_000 : random.pick([1, 2, 3, 5, 1_000]),
  };
}
