// Thrown if a JAR is not accepted as signed, or if a keystore cannot be read. The message has neither a subject nor a
// full stop; the caller prepends the name of the JAR or keystore.

export class SignatureError extends Error {
  override readonly name = 'SignatureError';
}
