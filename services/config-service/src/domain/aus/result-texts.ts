// Texts for the result codes of crawls and polls, which LOCKSS services store in the state of an AU.

/** Returns the text stored with the result, or else the text for its code. Returns null if there was no crawl. */
export function describeCrawlResult(code: number, words: string | null): string | null {
  return words ?? wordOf(crawlWords, code);
}

export function describePollResult(code: number): string | null {
  return wordOf(pollWords, code);
}

/** Returns the text for a subscription code, or null if the node does not track subscriptions. */
export function describeSubscription(code: number): string | null {
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
