// Which of the contract's paths a request is for: found by the number of its segments and by the first of them, where a
// router asks one path after the other. What a path matches is what it matches in Express, strict and case-sensitive.

/** A path of the contract and what belongs to it. */
export interface Route<Content> {
  /** As in the contract: `/aus/{auid}/size`. */
  readonly path: string;
  readonly content: Content;
}

export interface Match<Content> {
  readonly content: Content;
  /** Decoded. */
  readonly params: Readonly<Record<string, string>>;
}

/** Finds the route of a path without its query. Throws URIError where a parameter does not decode. */
export type FindRoute<Content> = (path: string) => Match<Content> | undefined;

interface Candidate<Content> {
  readonly content: Content;
  readonly segments: readonly Segment[];
}

/** Exactly this text, or what is to be called so. */
type Segment = { readonly text: string } | { readonly parameter: string };

/** Of two routes that match a path, the first is found. */
export function routeTable<Content>(routes: readonly Route<Content>[]): FindRoute<Content> {
  const candidates = routes.map(({ path, content }) => ({
    content,
    segments: path.split('/').map(segmentOf),
  }));
  const byKind = Map.groupBy(candidates, ({ segments }) => kindOf(segments.length, firstText(segments[1]!)));
  return (path) => {
    const segments = path.split('/');
    if (segments[0] !== '') return undefined;
    const ofKind = byKind.get(kindOf(segments.length, segments[1])) ?? [];
    const found = ofKind.find((candidate) => matches(candidate, segments));
    return found && { content: found.content, params: paramsOf(found, segments) };
  };
}

const kindOf = (segments: number, first: string | undefined): string => `${segments}/${first}`;

function segmentOf(text: string): Segment {
  const [, parameter] = /^\{(\w+)\}$/.exec(text) ?? [];
  if (parameter !== undefined) return { parameter };
  if (text.includes('{'))
    throw new Error(`a parameter must be a whole segment of its path, which ${text} is not`);
  return { text };
}

function firstText(segment: Segment): string {
  if ('parameter' in segment) throw new Error('no path may begin with a parameter');
  return segment.text;
}

function matches<Content>({ segments }: Candidate<Content>, given: readonly string[]): boolean {
  return segments.every((segment, at) => ('text' in segment ? segment.text === given[at] : given[at] !== ''));
}

function paramsOf<Content>(
  { segments }: Candidate<Content>,
  given: readonly string[],
): Readonly<Record<string, string>> {
  const params: Record<string, string> = {};
  for (let at = 0; at < segments.length; at += 1) {
    const segment = segments[at]!;
    if ('parameter' in segment) params[segment.parameter] = decoded(given[at]!);
  }
  return params;
}

const decoded = (text: string): string => (text.includes('%') ? decodeURIComponent(text) : text);
