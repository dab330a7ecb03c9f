// Visits of AUs (crawls). Each visit has one capture of every URL of its AU, so every capture can be computed without a
// query.
import { createHash } from 'node:crypto';
import { makeUrlkey } from '@holdfast/surt';
import { createBenchRandom } from '../corpus/random.ts';

export const URLS_PER_AU = 5_000;

export interface Visit {
  /** Index of the visit, from 0. */
  readonly number: number;
  /** Number of the AU, counted from 1. */
  readonly au: number;
}

export interface VisitedCapture {
  readonly id: string;
  readonly url: string;
  readonly auid: string;
  readonly collectionMs: number;
}

const FIRST_MS = Date.UTC(2010, 0, 1);
const VISIT_MS = 600_000;
const CAPTURE_MS = 100;

/**
 * Plans visits with `captures` captures in total. About every fourth visit is the first of a new AU; the others revisit
 * an existing AU.
 */
export function planVisits(captures: number): Visit[] {
  const random = createBenchRandom('visits');
  let aus = 0;
  return Array.from({ length: Math.ceil(captures / URLS_PER_AU) }, (_, number) => {
    const isNew = aus === 0 || random.below(4) === 0;
    return { number, au: isNew ? ++aus : 1 + random.below(aus) };
  });
}

export const toBenchAuid = (au: number) => `bench&growth~${au}`;

/** Returns a visit's capture of the AU's URL with index `n`, from 0. VISIT_CAPTURES_SQL computes the same values. */
export function computeCapture({ number, au }: Visit, n: number): VisitedCapture {
  const hash = createHash('md5').update(`${number} ${n}`).digest('hex');
  const collectionMs = FIRST_MS + number * VISIT_MS + n * CAPTURE_MS;
  const random = `7${hash.slice(0, 3)}8${hash.slice(3, 18)}`;
  const hex = collectionMs.toString(16).padStart(12, '0') + random;
  const id = hex.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5');
  const [host, page] = [String(au).padStart(6, '0'), String(n).padStart(8, '0')];
  const url = `http://site${host}.example.org/section-${n % 97}/page-${page}.html`;
  return { id, url, auid: toBenchAuid(au), collectionMs };
}

/** SQL query that returns all captures of a visit. $1 is the index of the visit, $2 the number of the AU. */
export const VISIT_CAPTURES_SQL = `
  select n, (lpad(to_hex(ms), 12, '0') || '7' || substr(hash, 1, 3) || '8' || substr(hash, 4, 15))::uuid as id, ms,
    'http://site' || host || '.example.org' || path as url, 'org,example,site' || host || ')' || path as urlkey,
    substr(sha256(hash::bytea), 1, 20) as sha1, sha256(hash::bytea) as sha256
  from (
    select n, md5($1::int || ' ' || n) as hash, ${FIRST_MS} + $1::bigint * ${VISIT_MS} + n * ${CAPTURE_MS} as ms,
      lpad($2::int::text, 6, '0') as host, '/section-' || n % 97 || '/page-' || lpad(n::text, 8, '0') || '.html' as path
    from generate_series(0, ${URLS_PER_AU - 1}) n
  ) made`;

/** Throws unless the service computes the same key for a URL as the SQL query. */
export function assertSameUrlkey(madeUrl: string, madeKey: string): void {
  if (makeUrlkey(madeUrl) !== madeKey) throw new Error(`The urlkey of ${madeUrl} is not ${madeKey}.`);
}
