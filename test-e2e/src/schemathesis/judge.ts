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
    because: 'repeated requests with wrong credentials are delayed and then rejected, but never accepted',
  },
  {
    check: 'status_code_conformance',
    status: 431,
    because: 'a request whose head exceeds 1 MiB is rejected before its operation is determined',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    says: /must not contain (?:the character U\+0000|an unpaired surrogate)/,
    because: 'PostgreSQL cannot store these characters; the contract states this once for all operations',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /password'],
    says: /The current password is wrong/,
    because: 'no schema can express the current password of a user',
  },
  {
    check: 'negative_data_rejection',
    status: 431,
    because: '431 also rejects the request, but the check does not know it',
  },
  {
    check: 'positive_data_acceptance',
    status: 412,
    says: /does not match the preconditions of the request|preconditions of the request do not hold/,
    because: 'a valid tag in If-Match need not be the tag of the stored document',
  },
  {
    check: 'positive_data_acceptance',
    status: 416,
    operations: ['GET /artifacts/{uuid}/payload', 'GET /replay/memento/{namespace}/{timestamp}/{url}'],
    because: 'a valid range may be longer than the content',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    says: /The continuation token (?:is|belongs)/,
    because: 'a continuation token is opaque',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /artifacts', 'GET /aus/{auid}/artifacts'],
    says: /cannot be given together|only be asked for together with `url`/,
    because: 'url excludes urlPrefix, and the number of a version needs a url',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /audit'],
    says: /A continuationToken requires format=json/,
    because: 'only a JSON response has pages',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /replay/cdxa/{namespace}', 'GET /replay/cdxb/{namespace}'],
    because: 'q has its own syntax, resume keys are opaque, and some parameters exclude each other',
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
      'the form and the query must not contradict each other, and generated field names may make a part malformed',
  },
  {
    check: 'positive_data_acceptance',
    status: 406,
    operations: ['GET /artifacts/{uuid}/page'],
    says: /its content is not HTML/,
    because: 'only captures of HTML can be rendered, and no schema can express the type of a capture',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['POST /holds', 'PATCH /holds/{hold}'],
    says: /Give either `uuid` or `auid`|`until` must be/,
    because: 'a hold applies to either an artifact or an AU, and must end in the future',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['POST /auids'],
    says: /Only one of|auConfig.* must |Either .* must be given|needs a body|is missing in|would be longer|too long a number|must hold neither/,
    because:
      'an AU is identified in one of two ways; all its definitional parameters are required and must fit into an AUID',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /aus/{auid}'],
    says: /must be the AUID of the path|definitional parameter|The parameter|longer than the 2560 bytes/,
    because:
      'the configuration must belong to the AU in the path, and PostgreSQL must be able to store its text',
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
    because: 'the document must belong to the AU in the path, and its entries must be valid and unique',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: [
      'GET /config/file/{sectionName}',
      'PUT /config/file/{sectionName}',
      'GET /config/file/{sectionName}/versions/{version}',
      'GET /config/url',
    ],
    says: /make no sense together|entity tags in double quotes|must be an HTTP date/,
    because: 'preconditions have their own syntax, and some exclude each other',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: [
      'GET /config/file/{sectionName}/versions',
      'GET /config/file/{sectionName}/versions/{version}',
    ],
    says: /is generated by the service\. It cannot be written and has no versions/,
    because: 'two sections are generated and have no versions',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /config/parameters'],
    says: /Give key or prefix/,
    because: 'the request must contain either key or prefix',
  },
  {
    check: 'positive_data_acceptance',
    status: 412,
    operations: ['GET /config/file/{sectionName}', 'PUT /config/file/{sectionName}', 'GET /config/url'],
    because: 'a precondition may fail',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /config/file/{sectionName}'],
    says: /cannot be read as configuration|generated by the service|form (?:was rejected|is malformed)|Unexpected file/,
    because:
      'the file must be a configuration, two sections cannot be written, and generated names may make a part malformed',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['GET /config/url'],
    says: /not one of the configuration sources/,
    because: 'the service returns only its own configuration sources',
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
    because: 'a query has its own syntax',
  },
];

/** Describes each failed check that is not a known exception, and each status 5xx or missing response. */
export function findFaults(exchange: SchemathesisExchange): string[] {
  const { operation, request, status, body, failed } = exchange;
  const faults = failed
    .filter(({ check }) => !schemathesisExceptions.some((one) => matchesFailure(one, check, exchange)))
    .map(({ check, message }) => `${check}: ${message}`);
  if (status === undefined) faults.push('no answer');
  if (status !== undefined && status >= 500) faults.push(`status ${status}`);
  return faults.map((fault) => `${operation}: ${fault}\n  ${shorten(request)}\n  ${status} ${shorten(body)}`);
}

function matchesFailure(
  exception: Exception,
  check: string,
  { operation, status, body }: SchemathesisExchange,
): boolean {
  const there = exception.operations?.includes(operation) ?? true;
  const said = exception.says?.test(body) ?? true;
  return there && said && exception.check === check && exception.status === status;
}

function shorten(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
