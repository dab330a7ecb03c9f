// Matches the paths of screens. In a pattern such as `/aus/:auid`, each parameter is one percent-encoded segment.
// `:name?` at the end is optional.

export type RouteParams = Readonly<Record<string, string>>;

/** Returns the parameters of a matching path, or undefined if the path does not match. */
export function matchPath(pattern: string, path: string): RouteParams | undefined {
  const [wanted, given] = [pattern, path].map((text) => text.split('/').filter((part) => part !== ''));
  if (given!.length > wanted!.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted!.entries()) {
    const value = given![at];
    if (!part.startsWith(':')) {
      if (part !== value) return undefined;
    } else if (value !== undefined) {
      const text = decodeSegment(value);
      if (text === undefined) return undefined;
      params[part.slice(1).replace('?', '')] = text;
    } else if (!part.endsWith('?')) return undefined;
  }
  return params;
}

function decodeSegment(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
