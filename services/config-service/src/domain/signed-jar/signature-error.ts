// Why a JAR does not count as signed, or a keystore as one.

export class SignatureError extends Error {
  /** `message`: the end of a sentence that begins with the JAR or the keystore, without its full stop. */
  override readonly name = 'SignatureError';
}
