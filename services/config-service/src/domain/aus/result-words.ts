// The words for the result codes of crawls and polls that other services of the node store in the state of an AU.

/** The words that came with the result, else those for its code; null when there was no crawl. */
export function crawlResult(code: number, words: string | null): string | null {
  return words ?? wordOf(crawlWords, code);
}

export function pollResult(code: number): string | null {
  return wordOf(pollWords, code);
}

/** Null when the node does not keep track of subscriptions. */
export function subscriptionStatus(code: number): string | null {
  return code === 0 ? null : wordOf(subscriptionWords, code);
}

const crawlWords = [
  'Unknown',
  'Pending',
  'Active',
  'Successful',
  'Error',
  'Aborted',
  'Interrupted by crawl window',
  'Fetch error',
  'No permission from publisher',
  'Plugin error',
  'Repository error',
  'Interrupted by exit',
  'Link extractor error',
  'Crawl test successful',
  'Crawl test failed',
];
const pollWords = [
  'Starting',
  'No Time Available',
  'Resuming',
  'Inviting Peers',
  'Hashing',
  'Tallying',
  'Complete',
  'No Quorum',
  'Error',
  'Expired',
  'Waiting for Repairs',
  'Finishing',
  'Aborted',
];
const subscriptionWords = ['Unknown', 'Yes', 'No', 'Inaccessible', 'Not Maintained'];

function wordOf(words: readonly string[], code: number): string | null {
  if (code < 0) return null;
  return words[code] ?? `Code ${code}`;
}
