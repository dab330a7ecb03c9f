// Decides which failed checks of Schemathesis are errors and which are intended. Each exception names the check and the
// status and, unless it is general, the operations and the text of the response.
import type { SchemathesisExchange } from './run-schemathesis.ts';

interface Exception {
  check: string;
  status: number;
  /** Operations that the exception applies to. If undefined, all operations. */
  operations?: readonly string[];
  /** Pattern that the response body must match. If undefined, any body. */
  says?: RegExp;
  because: string;
}

export const schemathesisExceptions: readonly Exception[] = [
  {
    check: 'ignored_auth',
    status: 429,
    because: 'wrong credentials that come again and again are slowed and then refused, and never let in',
  },
  {
    check: 'status_code_conformance',
    status: 431,
    because:
      'a request whose head is longer than 1 MiB is refused before it is known which operation it is for',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    says: /must not contain (?:the character U\+0000|an unpaired surrogate)/,
    because: 'PostgreSQL keeps no text with these in it; the contract says so once for everything',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /password'],
    says: /The current password is wrong/,
    because: 'no schema says which password somebody has',
  },
  {
    check: 'negative_data_rejection',
    status: 431,
    because: 'that is a refusal like any other, which the check does not know',
  },
  {
    check: 'positive_data_acceptance',
    status: 412,
    says: /does not match the preconditions of the request|preconditions of the request do not hold/,
    because: 'the tag in If-Match has a syntax that says nothing of what is stored',
  },
  {
    check: 'positive_data_acceptance',
    status: 416,
    operations: ['GET /artifacts/{uuid}/payload', 'GET /replay/memento/{namespace}/{timestamp}/{url}'],
    because: 'a range has a syntax that says nothing of how much there is',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    says: /[Tt]he continuation ?[Tt]oken is/,
    because: 'a continuation token is opaque',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: [
      'GET /artifacts',
      'GET /aus/{auid}/artifacts',
      'GET /aus',
      'GET /tree',
      'GET /damage',
      'GET /imports',
      'GET /purges',
      'GET /holds',
      'GET /failures',
      'GET /titles/findings',
      'GET /audit',
      'GET /aus/{auid}/history',
    ],
    because:
      'a continuation token is opaque, url excludes urlPrefix, and the number of a version needs a url',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /replay/cdxa/{namespace}', 'GET /replay/cdxb/{namespace}'],
    because: 'q has a syntax of its own, resume keys are opaque, and some parameters exclude each other',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /replay/timegate/{namespace}/{url}'],
    says: /Accept-Datetime must be a date/,
    because: 'the header has the syntax of HTTP dates',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['POST /archives', 'POST /migrations', 'POST /artifacts'],
    because: 'an archive must be a WARC, a pattern a regular expression, and artifactProps hold JSON',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /artifacts/{uuid}', 'POST /aus/{auid}/bulk'],
    because:
      'the form and the query may not contradict each other, and the names of further fields may make no well-formed part',
  },
  {
    check: 'positive_data_acceptance',
    status: 406,
    operations: ['GET /artifacts/{uuid}/page'],
    says: /its content is not HTML/,
    because: 'only captures of HTML are pages, and no schema says what was captured',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['POST /holds', 'PATCH /holds/{hold}'],
    says: /Give either `uuid` or `auid`|`until` must be/,
    because: 'a hold is of an artifact or of an AU, and ends in the future',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['POST /auids'],
    says: /Only one of|auConfig.* must |Either .* must be given|needs a body|is missing in|would be longer|too long a number|must hold neither/,
    because:
      'an AU is named in one of two ways; all parameters that define it are needed, and fit into an AUID',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /aus/{auid}'],
    says: /must be the AUID of the path|definitional parameter|The parameter|longer than the 2560 bytes/,
    because:
      'a configuration must be that of the AU in the path, and no text may hold what PostgreSQL cannot keep',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: [
      'PATCH /austates/{auid}',
      'PATCH /auagreements/{auid}',
      'PUT /aususpecturls/{auid}',
      'PUT /noaupeers/{auid}',
    ],
    says: /must be the AUID of the path|is not a peer id|must be the same|contradictory entries/,
    because:
      'a document must be of the AU in the path, its peers must have addresses, and nothing is said twice',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    says: /make no sense together|entity tags in double quotes|must be an HTTP date/,
    because: 'preconditions have a syntax of their own, and some exclude others',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    says: /is generated by the service. It cannot be written and has no versions/,
    because: 'two sections are never written',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /config/parameters'],
    says: /Give key or prefix/,
    because: 'one parameter is asked for, or those that begin alike',
  },
  {
    check: 'positive_data_acceptance',
    status: 412,
    operations: ['GET /config/file/{sectionName}', 'PUT /config/file/{sectionName}', 'GET /config/url'],
    because: 'a precondition is there to fail',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /config/file/{sectionName}'],
    says: /cannot be read as configuration|generated by the service|form (?:was rejected|is malformed)|Unexpected file/,
    because:
      'a file must be a configuration, two are never written, and the names of further parts may make no well-formed one',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /config/url'],
    says: /not one of the configuration sources/,
    because: 'a node shows its own sources and no other URL',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: [
      'GET /ws/auqueries',
      'GET /ws/auqueries.csv',
      'GET /ws/plugins',
      'GET /ws/tdbaus',
      'GET /ws/tdbpublishers',
      'GET /ws/tdbtitles',
    ],
    says: /\(line \d+, column \d+\)/,
    because: 'a query is written in a language of its own',
  },
];

/** Describes each failed check that is not a known exception, and each status 5xx or missing response. */
export function findFaults(exchange: SchemathesisExchange): string[] {
  const { operation, request, status, body, failed } = exchange;
  const faults = failed
    .filter(({ check }) => !schemathesisExceptions.some((one) => isMeant(one, check, exchange)))
    .map(({ check, message }) => `${check}: ${message}`);
  if (status === undefined) faults.push('no answer');
  if (status !== undefined && status >= 500) faults.push(`status ${status}`);
  return faults.map((fault) => `${operation}: ${fault}\n  ${inShort(request)}\n  ${status} ${inShort(body)}`);
}

function isMeant(
  exception: Exception,
  check: string,
  { operation, status, body }: SchemathesisExchange,
): boolean {
  const there = exception.operations?.includes(operation) ?? true;
  const said = exception.says?.test(body) ?? true;
  return there && said && exception.check === check && exception.status === status;
}

function inShort(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
