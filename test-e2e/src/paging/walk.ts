// Reads a listing from its first to its last page. Checks the order, checks that no artifact is missing or repeated
// (except those that writers change), and measures each page.
import type { ListedArtifact, TestRepositoryClient } from '@holdfast/testkit';
import { formatQuery } from '@holdfast/testkit';
import { compareInListingOrder } from '../support/listing-order.ts';

export interface PagedListing {
  name: string;
  path: string;
  query: Record<string, string | number>;
  /** Keys of the artifacts that the listing must contain. */
  expected: ReadonlySet<string>;
  identity(artifact: ListedArtifact): string;
}

export interface TimedPage {
  ms: number;
  items: number;
  /** URL of the page's last artifact. */
  last: string;
}

/** Reads and checks a whole listing. Throws as soon as a check fails. */
export async function walkListing(
  client: TestRepositoryClient,
  listing: PagedListing,
  limit: number,
): Promise<TimedPage[]> {
  const pages: TimedPage[] = [];
  let before: ListedArtifact | undefined;
  const missing = new Set(listing.expected);
  let link: string | undefined = `${client.url}${listing.path}${formatQuery({ ...listing.query, limit })}`;
  while (link !== undefined) {
    const { artifacts, pageInfo, ms } = await fetchPage(client, link);
    for (const artifact of artifacts) {
      if (before && compareInListingOrder(before, artifact) >= 0) {
        throw new Error(
          `${listing.name}: ${describeListed(artifact)} comes behind ${describeListed(before)}`,
        );
      }
      missing.delete(listing.identity(artifact));
      before = artifact;
    }
    pages.push({ ms, items: artifacts.length, last: before?.uri ?? '' });
    link = pageInfo.nextLink;
    if (link !== undefined && artifacts.length !== limit) throw new Error(`${listing.name}: a short page`);
  }
  for (const one of missing) throw new Error(`${listing.name}: ${missing.size} missing, such as ${one}`);
  return pages;
}

async function fetchPage(client: TestRepositoryClient, link: string) {
  const began = performance.now();
  const response = await fetch(link, { headers: { authorization: client.authorization } });
  const text = await response.text();
  const ms = performance.now() - began;
  if (response.status !== 200) throw new Error(`${link}: ${response.status} ${text.slice(0, 500)}`);
  const page = JSON.parse(text) as { artifacts: ListedArtifact[]; pageInfo: { nextLink?: string } };
  return { ...page, ms };
}

const describeListed = ({ uri, auid, version }: ListedArtifact) => `${uri} version ${version} of ${auid}`;
