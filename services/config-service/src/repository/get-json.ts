// One GET of a JSON document from the repository service, bounded in time and in bytes, abortable. Knows HTTP and
// nothing of AUs. Redirects are not followed: the credentials are for one service.

/** Why the repository service's answer cannot be had. The message is a plain sentence without secrets, fit for clients. */
export class RepositoryUnavailableError extends Error {
  override readonly name = 'RepositoryUnavailableError';
}

export interface GetOptions {
  /** Value of the header; absent: none is sent. */
  readonly authorization: string | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  /** The time from the request to the last byte of the answer. */
  readonly timeoutMs: number;
  readonly maxBytes: number;
  readonly signal: AbortSignal;
}

/** The document of a 200, undefined for a 404 of a service that answers JSON; everything else is RepositoryUnavailableError. */
export async function getJson(
  url: URL,
  { authorization, headers, timeoutMs, maxBytes, signal }: GetOptions,
): Promise<unknown | undefined> {
  const timeout = AbortSignal.timeout(timeoutMs);
  try {
    const response = await fetch(url, {
      headers: { ...headers, accept: 'application/json', ...(authorization && { authorization }) },
      redirect: 'manual',
      signal: AbortSignal.any([signal, timeout]),
    });
    const text = await readText(response, maxBytes);
    if (response.status === 404 && isJson(response)) return undefined;
    if (response.status !== 200) throw new RepositoryUnavailableError(refusal(response.status));
    return parse(text);
  } catch (error) {
    if (error instanceof RepositoryUnavailableError || signal.aborted) throw error;
    throw new RepositoryUnavailableError(
      timeout.aborted
        ? `The repository service did not answer within ${timeoutMs / 1000} seconds.`
        : 'The repository service cannot be reached.',
      { cause: error },
    );
  }
}

async function readText(response: Response, maxBytes: number): Promise<string> {
  if (response.body === null) return '';
  const chunks: Uint8Array[] = [];
  let sizeBytes = 0;
  // Leaving the loop by the throw cancels the rest of the answer.
  for await (const chunk of response.body) {
    sizeBytes += chunk.byteLength;
    if (sizeBytes > maxBytes) {
      throw new RepositoryUnavailableError(
        `The repository service answered with more than ${maxBytes} bytes.`,
      );
    }
    chunks.push(chunk);
  }
  return Buffer.concat(chunks, sizeBytes).toString('utf8');
}

/** Tells an AU that is not there from a path that is nobody's: whatever answers 404 in HTML is not the service. */
function isJson(response: Response): boolean {
  return /^application\/(?:problem\+)?json\b/i.test(response.headers.get('content-type') ?? '');
}

function refusal(status: number): string {
  if (status === 401) return 'The repository service does not accept the credentials it was given (401).';
  if (status === 403) return 'The repository service does not permit its user to read (403).';
  return `The repository service answered with status ${status}.`;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new RepositoryUnavailableError('The repository service answered with something that is not JSON.', {
      cause: error,
    });
  }
}
