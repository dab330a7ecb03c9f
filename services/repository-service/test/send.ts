// Test helper: sends one request that changes data, with or without a form, and returns the complete response.
import { formatQuery, type TestRepositoryClient } from '@holdfast/testkit';

export interface Sent {
  query?: Record<string, string | number | boolean | undefined>;
  /** Fields of a urlencoded form. */
  form?: Record<string, string> | [string, string][];
  /** Parts of a multipart form. */
  parts?: Record<string, string> | [string, string | Blob][];
  body?: string;
  headers?: Record<string, string>;
  /** Authorization header, which replaces the client's credentials. If empty, the header is omitted. */
  authorization?: string;
}

export interface Answered {
  status: number;
  headers: Headers;
  text: string;
}

export async function send(
  client: TestRepositoryClient,
  method: string,
  path: string,
  sent: Sent = {},
): Promise<Answered> {
  const { authorization = client.authorization } = sent;
  const body = bodyOf(sent);
  const response = await fetch(`${client.url}${path}${formatQuery(sent.query ?? {})}`, {
    redirect: 'manual',
    method,
    headers: { ...(authorization && { authorization }), ...sent.headers },
    ...(body !== undefined && { body }),
  });
  return { status: response.status, headers: response.headers, text: await response.text() };
}

/**
 * Parses the body of an error response. Throws if the body is not an error, or if its status differs from the HTTP
 * status.
 */
export function readProblem({ status, headers, text }: Answered): { status: number; detail: string } {
  if (headers.get('content-type') !== 'application/problem+json')
    throw new Error(`no problem: ${status} ${text}`);
  const problem = JSON.parse(text);
  if (problem.status !== status) throw new Error(`${problem.status} in an answer of ${status}`);
  return problem;
}

function bodyOf({ form, parts, body }: Sent): string | URLSearchParams | FormData | undefined {
  if (form) return new URLSearchParams(form);
  if (!parts) return body;
  const data = new FormData();
  for (const [name, value] of Array.isArray(parts) ? parts : Object.entries(parts)) data.append(name, value);
  return data;
}
