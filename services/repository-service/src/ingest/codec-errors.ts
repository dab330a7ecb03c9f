// What reading an upload in a codec thread fails with.

export class NotAWarcUploadError extends Error {
  override name = 'NotAWarcUploadError';
}

export class CodecError extends Error {
  override name = 'CodecError';
}
