// The one kind of document type that is taken: declarations of elements and attributes within the file, which real
// title databases begin with and which mean nothing here. Never entities, never another file.

/** What is wrong with it, in plain words; undefined when it can be passed over. `doctype`: what is between `<!DOCTYPE` and `>`. */
export function doctypeFault(doctype: string): string | undefined {
  const start = doctype.indexOf('[');
  const name = (start === -1 ? doctype : doctype.slice(0, start)).trim();
  const declarations = start === -1 ? '' : doctype.slice(start);
  if (/\s/.test(name)) return 'a document type must not refer to another file';
  if (/<!ENTITY|<!NOTATION|%/i.test(declarations)) return 'a document type must not declare or use entities';
  return undefined;
}
