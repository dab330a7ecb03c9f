// Queries for OutbackCDX and Holdfast: each documented parameter alone and in pairs. Also lists the allowed
// differences, with the reasons in docs/replay.md ("Where servers differ").

export type CdxTestQuery = Readonly<Record<string, string>>;

export const cdxPageUrl = 'http://www.iana.org/_css/2013.1/fonts/OpenSans-Bold.ttf';

const asked: readonly CdxTestQuery[] = [
  { matchType: 'exact' },
  { matchType: 'prefix' },
  { matchType: 'host' },
  { matchType: 'domain' },
  { matchType: 'range' },
  { limit: '2' },
  { sort: 'reverse' },
  { sort: 'closest', closest: '20140126200826' },
  { closest: '20140126200826' },
  { sort: 'closest', closest: '' },
  { from: '20140126200700' },
  { to: '201401262008' },
  { filter: 'statuscode:200' },
  { filter: '!mimetype:text/.*' },
  { filter: '~mimetype:octet' },
  { filter: '~!mimetype:octet' },
  { filter: 'length:.{3}' },
  { fl: 'urlkey,timestamp,redirecturl' },
  { fl: 'original,statuscode,mimetype,filename' },
  { collapse: 'digest' },
  { collapse: 'urlkey' },
  { collapseToFirst: 'timestamp:11' },
  { collapseToLast: 'urlkey' },
  { collapseToLast: 'timestamp:11' },
  { omitSelfRedirects: 'true' },
  { output: 'cdxj' },
  { output: 'text' },
  { output: 'jsondict' },
  { output: 'json' },
  { method: 'GET' },
  { method: 'POST' },
  { accesspoint: 'public' },
];

const bases: readonly CdxTestQuery[] = [
  { url: 'http://www.iana.org/domains/*' },
  { url: '*.iana.org' },
  { urlkey: 'org,iana)/domains' },
];

export const cdxTestQueries: readonly CdxTestQuery[] = [
  ...asked
    .flatMap((one, at) => [one, ...asked.slice(at + 1).map((other) => ({ ...one, ...other }))])
    .map((query) => ({ url: cdxPageUrl, ...query })),
  ...bases.flatMap((base) => asked.map((one) => ({ ...base, ...one }))),
];

/**
 * Reason why Holdfast's response to a query differs from OutbackCDX's response. Holdfast's response must equal
 * OutbackCDX's response to the query `instead`, with the lines of that response sorted by `order` if given.
 */
export interface ExplainedDifference {
  readonly because: string;
  readonly instead: CdxTestQuery;
  readonly order?: 'reverse' | 'closest';
}

export function explainDifference(query: CdxTestQuery): ExplainedDifference | undefined {
  const { sort, closest, matchType, ...others } = query;
  const plain = { ...others, ...(matchType !== undefined && { matchType }) };
  if (matchType === 'exact' && others.url?.includes('*'))
    return { because: 'a wildcard with matchType=exact is one', instead: others };
  if (collapses(query) && (sort === 'reverse' || (closest && sort !== 'default'))) {
    const order = sort === 'reverse' ? 'reverse' : 'closest';
    return { because: 'collapse with sort', instead: plain, order };
  }
  if (!closest || sort !== undefined) return undefined;
  const because = 'closest without sort';
  return isSortedByOutback(query)
    ? { because, instead: { ...query, sort: 'closest' } }
    : { because, instead: plain, order: 'closest' };
}

function collapses(query: CdxTestQuery): boolean {
  return 'collapse' in query || 'collapseToFirst' in query || 'collapseToLast' in query;
}

/** Returns true if OutbackCDX sorts the response by distance from the `closest` time. */
function isSortedByOutback({ url = '', matchType = 'exact', from, to }: CdxTestQuery): boolean {
  return matchType === 'exact' && !url.includes('*') && from === undefined && to === undefined;
}
