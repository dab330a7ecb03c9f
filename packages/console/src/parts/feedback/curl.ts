// Formats a request as a curl command. The command contains no password, so curl prompts for it.

export interface CurlRequest {
  readonly method: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON value, or form fields. */
  readonly body?: unknown;
  readonly bodyType?: string | undefined;
  readonly user: string;
}

export function formatCurlCommand({ method, url, headers = {}, body, bodyType, user }: CurlRequest): string {
  const words = ['curl', '--user', quoteWord(user)];
  if (method !== 'GET' && !(method === 'POST' && body !== undefined)) words.push('--request', method);
  for (const [name, value] of Object.entries(headers)) words.push('--header', quoteWord(`${name}: ${value}`));
  if (body !== undefined) words.push(...formatBodyArguments(body, bodyType));
  return [...words, quoteWord(url)].join(' ');
}

function formatBodyArguments(body: unknown, bodyType: string | undefined): string[] {
  if (bodyType === 'application/json')
    return [
      '--header',
      quoteWord('Content-Type: application/json'),
      '--data',
      quoteWord(JSON.stringify(body)),
    ];
  const flag = bodyType === 'multipart/form-data' ? '--form' : '--data-urlencode';
  return Object.entries(body as object)
    .filter(([, value]) => value !== undefined)
    .flatMap(([name, value]) => [flag, quoteWord(`${name}=${formatField(value)}`)]);
}

function formatField(value: unknown): string {
  if (value instanceof Blob) return `@${value instanceof File ? value.name : 'FILE'}`;
  return String(value);
}

/** Quotes a word for POSIX shells. */
function quoteWord(word: string): string {
  return /^[\w./:=@%+-]+$/.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`;
}
