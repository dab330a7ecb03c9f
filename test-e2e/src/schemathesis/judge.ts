// What of Schemathesis' findings is a fault, and what is meant to be so: each exception by its check, its status and,
// where it is not general, its operations.
import type { Exchange } from './run-schemathesis.ts';

interface Exception {
  check: string;
  status: number;
  /** All of them when absent. */
  operations?: readonly string[];
  because: string;
}

export const exceptions: readonly Exception[] = [
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
    operations: ['GET /artifacts', 'GET /aus/{auid}/artifacts', 'GET /aus'],
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
    operations: ['POST /archives', 'POST /artifacts'],
    because: 'an archive must be a WARC, a pattern a regular expression, and artifactProps hold JSON',
  },
  {
    check: 'positive_data_acceptance',
    status: 400,
    operations: ['PUT /artifacts/{uuid}', 'POST /aus/{auid}/bulk'],
    because:
      'the form and the query may not contradict each other, and the names of further fields may make no well-formed part',
  },
];

/** In words; empty when all is well. */
export function faultsOf(exchange: Exchange): string[] {
  const { operation, request, status, body, failed } = exchange;
  const faults = failed
    .filter(({ check }) => !exceptions.some((one) => isMeant(one, check, exchange)))
    .map(({ check, message }) => `${check}: ${message}`);
  if (status === undefined) faults.push('no answer');
  if (status !== undefined && status >= 500) faults.push(`status ${status}`);
  return faults.map((fault) => `${operation}: ${fault}\n  ${inShort(request)}\n  ${status} ${inShort(body)}`);
}

function isMeant(exception: Exception, check: string, { operation, status }: Exchange): boolean {
  const there = exception.operations?.includes(operation) ?? true;
  return there && exception.check === check && exception.status === status;
}

function inShort(text: string): string {
  return text.length > 600 ? `${text.slice(0, 600)}…` : text;
}
