// Requests an artifact from a peer, first by UUID, then by AU, URL and digest.
import { text } from 'node:stream/consumers';
import { formatDigestText } from '../../domain/record/manifest-line.ts';
import type { StoredArtifact } from '../../index/artifact.db.ts';
import { type Peer, type PeerLimits, PeerResponseError, requestFromPeer } from './ask-peer.ts';
import { SpooledResponse, type SpoolFolder } from './spooled-response.ts';

interface FindDeps extends SpoolFolder {
  readonly limits: PeerLimits;
  readonly signal: AbortSignal;
}

/**
 * Number of bytes by which a response may exceed twice the payload. Covers headers, companion records (request,
 * metadata) and framing.
 */
const OVERHEAD_BYTES = 16 * 1024 * 1024;
const LISTING_BYTES = 4 * 1024 * 1024;
/** Maximum number of artifacts with the same content but another UUID that are requested. */
const MAX_OTHERS = 3;

/**
 * Yields archives with the artifact's record and companion records (request, metadata). The caller must close each
 * archive. Throws PeerUnavailableError, PeerResponseError or the signal's reason.
 */
export async function* findAtPeer(
  deps: FindDeps,
  peer: Peer,
  artifact: StoredArtifact,
): AsyncGenerator<SpooledResponse, void> {
  const own = await fetchArchive(deps, peer, artifact, artifact.id);
  if (own) yield own;
  for (const uuid of await listSameArtifacts(deps, peer, artifact)) {
    const other = await fetchArchive(deps, peer, artifact, uuid);
    if (other) yield other;
  }
}

/** Requests an artifact by UUID. Returns undefined if the peer lacks it. */
async function fetchArchive(
  deps: FindDeps,
  peer: Peer,
  { namespace, contentLength, record, companions }: StoredArtifact,
  uuid: string,
): Promise<SpooledResponse | undefined> {
  const { before = 0, after = 0 } = companions ?? {};
  const mostBytes = 2 * (Math.max(contentLength, record.length) + before + after) + OVERHEAD_BYTES;
  const path = `/replay/warcs/${encodeURIComponent(`${namespace}:${uuid}.warc.gz`)}?records=all`;
  const body = await requestFromPeer(peer, { path, mostBytes, signal: deps.signal }, deps.limits);
  return body && SpooledResponse.take(deps, body);
}

interface PeerArtifact {
  readonly uuid: string;
  readonly version: number;
  readonly collectionDate: number;
  readonly contentDigest: string;
}

/** Returns the UUIDs of the peer's artifacts with the same URL and content, the most similar first. */
async function listSameArtifacts(
  { limits, signal }: FindDeps,
  peer: Peer,
  { namespace, auid, url, id, version, collectionMs, sha256 }: StoredArtifact,
): Promise<string[]> {
  const query = new URLSearchParams({ namespace, url, version: 'all' });
  const path = `/aus/${encodeURIComponent(auid)}/artifacts?${query}`;
  const body = await requestFromPeer(peer, { path, mostBytes: LISTING_BYTES, signal }, limits);
  if (!body) return [];
  const digest = formatDigestText(sha256.toString('hex'));
  const likeness = (one: PeerArtifact) =>
    Number(one.collectionDate === collectionMs) * 2 + Number(one.version === version);
  return parseListing(await text(body))
    .filter((one) => one.contentDigest === digest && one.uuid !== id)
    .sort((a, b) => likeness(b) - likeness(a))
    .slice(0, MAX_OTHERS)
    .map(({ uuid }) => uuid);
}

function parseListing(text: string): PeerArtifact[] {
  try {
    const { artifacts } = JSON.parse(text) as { artifacts: PeerArtifact[] };
    return artifacts.filter(
      ({ uuid, contentDigest }) => typeof uuid === 'string' && typeof contentDigest === 'string',
    );
  } catch (error) {
    throw new PeerResponseError('sent an invalid list of artifacts', { cause: error });
  }
}
