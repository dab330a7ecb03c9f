// The escapes of Java's properties format.

const plain = new Map([
  ['t', '\t'],
  ['n', '\n'],
  ['r', '\r'],
  ['f', '\f'],
]);

/** Throws what `fault` makes of a message. */
export function unescaped(text: string, fault: (message: string) => Error): string {
  if (text.includes('\0')) throw fault('the character U+0000 cannot be part of a property');
  if (!text.includes('\\')) return text;
  // A lone backslash can only be left at the very end; there it means nothing.
  const made = text.replace(/\\(u([0-9A-Fa-f]{4})?|[\s\S]|$)/g, (_whole, what: string, code?: string) => {
    if (what[0] !== 'u') return plain.get(what) ?? what;
    if (code === undefined) throw fault('\\u must be followed by four hexadecimal digits');
    if (code === '0000') throw fault('the character U+0000 cannot be part of a property');
    return String.fromCharCode(Number.parseInt(code, 16));
  });
  if (!made.isWellFormed()) throw fault('a \\u escape gives half a character (a lone surrogate)');
  return made;
}
