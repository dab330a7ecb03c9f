// Paths of screens: `/aus/:auid`, where a `:name?` at the end may be missing. Values are percent-encoded, each one segment.

export type Params = Readonly<Record<string, string>>;

/** The values in a path that fits; undefined when it does not. */
export function matchPath(pattern: string, path: string): Params | undefined {
  const [wanted, given] = [pattern, path].map((text) => text.split('/').filter((part) => part !== ''));
  if (given!.length > wanted!.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, part] of wanted!.entries()) {
    const value = given![at];
    if (!part.startsWith(':')) {
      if (part !== value) return undefined;
    } else if (value !== undefined) {
      const text = decoded(value);
      if (text === undefined) return undefined;
      params[part.slice(1).replace('?', '')] = text;
    } else if (!part.endsWith('?')) return undefined;
  }
  return params;
}

function decoded(text: string): string | undefined {
  try {
    return decodeURIComponent(text);
  } catch {
    return undefined;
  }
}
