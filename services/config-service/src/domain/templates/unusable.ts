// Why a template, or the pattern it makes, cannot be used: one plain sentence, fit for clients.
export class Unusable extends Error {
  override readonly name = 'Unusable';
}
