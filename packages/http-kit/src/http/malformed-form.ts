// What multer and its parser say of a form that breaks its limits or is not well-formed. The parser has no error type
// of its own: its words are all there is to tell the client's fault from the service's.

/** What is wrong with the form, as a sentence for its client; undefined when the error is none of the client's. */
export function formFault(error: unknown, part: string): string | undefined {
  if (!(error instanceof Error)) return undefined;
  const { code, field } = error as { code?: unknown; field?: unknown };
  if (error.name === 'MulterError') {
    return code === 'LIMIT_UNEXPECTED_FILE'
      ? `The form holds a file ${JSON.stringify(field)}; the only one is \`${part}\`, once.`
      : `The form cannot be taken: ${error.message}.`;
  }
  const isKnown = formFaults.some((known) => error.message.startsWith(known));
  return isKnown ? `The multipart form is malformed: ${error.message}.` : undefined;
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

/**
 * Returns the fault in the text of a form field as a sentence; undefined when there is none. The parser replaces bytes that are
 * not UTF-8 by U+FFFD, so two different texts could become one.
 */
export function formTextFault(field: string, text: string): string | undefined {
  return text.includes('\uFFFD')
    ? `Field "${field}" must be UTF-8, without the character U+FFFD.`
    : undefined;
}
