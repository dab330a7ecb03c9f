// What the parser of multipart forms says of one that is not well-formed. It has no error type of its own: its words
// are all there is to tell the client's fault from the service's.

/** Whether an error of reading a multipart form is the client's. */
export function isMalformedForm(error: unknown): error is Error {
  return error instanceof Error && formFaults.some((known) => error.message.startsWith(known));
}

const formFaults = [
  'Multipart: Boundary not found',
  'Malformed content type',
  'Malformed part header',
  'Unexpected end of form',
  'Unexpected end of file',
  'Request aborted',
  'Missing Content-Type',
  'Unsupported content type',
];
