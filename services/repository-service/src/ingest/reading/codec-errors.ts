// What reading an upload in a codec thread fails with.

export class NotAWarcUploadError extends Error {
  override name = 'NotAWarcUploadError';
}

export class CodecError extends Error {
  override name = 'CodecError';

  /** The cause as a client may read it, such as `EMFILE: too many open files`: one line, without paths of the server. */
  get reason(): string {
    const { message } = this.cause instanceof Error ? this.cause : this;
    const line = message.split('\n', 1)[0]!;
    return (SYSTEM_ERROR.exec(line)?.[1] ?? line.replace(PATH, '…')).slice(0, MOST_CHARACTERS);
  }
}

/** As Node words what the system refused: `CODE: text, call 'path'`. */
const SYSTEM_ERROR = /^(E[A-Z0-9]+: [^,]+), \w+/;
const PATH = /(?:file:\/\/)?(?<![\w.])\/[^\s'",;:)]+/g;
const MOST_CHARACTERS = 200;
