// URLs of the benchmark `replay`, all in one domain, with their numbers of captures.
import { makeUrlkey } from '@holdfast/surt';

export interface BenchSite {
  readonly url: string;
  readonly urlkey: string;
  readonly captures: number;
}

export interface BenchSites {
  readonly all: BenchSite[];
  /** URLs that each have a fiftieth of all captures. */
  readonly busy: BenchSite[];
  /** URLs with ten captures each. */
  readonly ten: BenchSite[];
  /** All other URLs. */
  readonly usual: BenchSite[];
}

export const BENCH_DOMAIN = 'example.org';
const HOSTS = 20;
const BUSY_COUNT = 5;
const URLS_IN_FOLDER = 6;

/** Distributes `captures` over URLs, with an average of 20 captures per URL. */
export function makeSites(captures: number): BenchSites {
  const urls = Array.from({ length: Math.floor(captures / 20) }, (_, number) => urlOf(number));
  const tenCount = Math.floor(urls.length / 100);
  const [busyEach, usualCount] = [Math.floor(captures / 50), urls.length - BUSY_COUNT - tenCount];
  const left = captures - BUSY_COUNT * busyEach - tenCount * 10;
  const site = (url: string, count: number): BenchSite => ({ url, urlkey: makeUrlkey(url), captures: count });
  // Reserves the last URLs for `busy` and `ten`.
  const [usual, rest] = [urls.slice(0, usualCount), urls.slice(usualCount)];
  const sites = {
    busy: rest.slice(0, BUSY_COUNT).map((url) => site(url, busyEach)),
    ten: rest.slice(BUSY_COUNT).map((url) => site(url, 10)),
    usual: usual.map((url, i) => site(url, computeShare(left, usualCount, i))),
  };
  return { ...sites, all: [...sites.busy, ...sites.ten, ...sites.usual] };
}

/** Returns the folder of a URL. Each folder contains six URLs. */
export function toUrlFolder(url: string): string {
  return url.slice(0, url.lastIndexOf('/') + 1);
}

function urlOf(number: number): string {
  const folder = Math.floor(number / URLS_IN_FOLDER);
  const host = `site${folder % HOSTS}.${BENCH_DOMAIN}`;
  const query = number % 3 === 0 ? `?id=${number}&lang=en` : '';
  return `http://${host}/section-${folder % 97}/${folder}/page-${number}.html${query}`;
}

/** Divides `total` among `count` items. Returns the share of the item at `index`. */
function computeShare(total: number, count: number, index: number): number {
  return Math.floor((total * (index + 1)) / count) - Math.floor((total * index) / count);
}
