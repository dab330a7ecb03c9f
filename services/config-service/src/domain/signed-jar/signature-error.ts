// Reason why a JAR is not accepted as signed, or why a keystore cannot be read.

export class SignatureError extends Error {
  /** `message` is a predicate without a full stop. Its subject is the JAR or the keystore. */
  override readonly name = 'SignatureError';
}
