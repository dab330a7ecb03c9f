// Urlkeys that another tool makes of the same POST or PUT. cdxj-indexer, whose keys ours are, calls the null of JSON `None`
// and has a parameter for a body without bytes; pywb calls it `null` and has none.

const METHOD = /[?&]__wb_method=(?:post|put)(?=&|$)/;

/** The other keys under which the request may be found, the likeliest first; none for GET. */
export function otherRequestKeys(key: string): string[] {
  const method = METHOD.exec(key);
  if (!method) return [];
  const named = key.replace(/=null(?=&|$)/g, '=none');
  if (named !== key) return [named];
  if (key.includes('__wb_post_data=')) return [];
  const end = method.index + method[0].length;
  return [`${key.slice(0, end)}&__wb_post_data=${key.slice(end)}`];
}
