// The JAR is not accepted as signed, or the keystore cannot be read.

export class SignatureError extends Error {
  /** The message has neither a subject nor a full stop. The caller prepends the name of the JAR or keystore. */
  override readonly name = 'SignatureError';
}
