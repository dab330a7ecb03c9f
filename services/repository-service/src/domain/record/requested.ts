// The request that something was captured with, as far as it tells captures of one URL from each other.

export interface Requested {
  /** Undefined for GET, and where the request is not known. */
  readonly method?: string | undefined;
  /** Its body as it is in the urlkey. */
  readonly requestBody?: string | undefined;
}

export function isSameRequest(one: Requested, other: Requested): boolean {
  return one.method === other.method && one.requestBody === other.requestBody;
}
