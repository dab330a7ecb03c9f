// Models the repository in memory for the property test: predicts its content and every response.
import { createHash } from 'node:crypto';
import { compareInListingOrder } from '../support/listing-order.ts';
import type { AuName, ModelContent, ModelListing } from './plan.ts';

export interface ModelArtifact extends AuName {
  uuid: string;
  uri: string;
  body: string;
  version: number;
  committed: boolean;
}

export interface ModelState {
  artifacts: readonly ModelArtifact[];
  /** Artifacts that were deleted at least once, as they were before their last deletion. */
  deleted: readonly ModelArtifact[];
  /** AUs that are in bulk transfer. */
  bulk: readonly string[];
}

export interface ModelAuSize {
  totalAllVersions: number;
  totalLatestVersions: number;
}

export const emptyModelState: ModelState = { artifacts: [], deleted: [], bulk: [] };
export const computeDigest = (body: string) => `SHA-256:${createHash('sha256').update(body).digest('hex')}`;
const nameOf = ({ namespace, auid }: AuName) => `${namespace} ${auid}`;
const isOf =
  (au: AuName) =>
  ({ namespace, auid }: AuName) =>
    namespace === au.namespace && auid === au.auid;

export const selectArtifacts = ({ artifacts }: ModelState, au: AuName) => artifacts.filter(isOf(au));
export const isInBulk = ({ bulk }: ModelState, au: AuName) => bulk.includes(nameOf(au));

/** Returns the latest committed version of a URL in an AU. */
export function findLatest(world: ModelState, au: AuName, url: string): ModelArtifact | undefined {
  return findHighestVersion(
    selectArtifacts(world, au).filter(({ uri, committed }) => committed && uri === url),
  );
}

export function addStoredArtifact(
  world: ModelState,
  au: AuName,
  { url, body }: ModelContent,
  { uuid, committed }: { uuid: string; committed: boolean },
): ModelState {
  const { namespace, auid } = au;
  const version = computeNextVersion(world, au, url);
  return {
    ...world,
    artifacts: [...world.artifacts, { namespace, auid, uuid, uri: url, body, version, committed }],
  };
}

/** Returns the URL's highest version plus one, counting uncommitted versions. */
export function computeNextVersion(world: ModelState, au: AuName, url: string): number {
  return (findHighestVersion(selectArtifacts(world, au).filter(({ uri }) => uri === url))?.version ?? 0) + 1;
}

export function setModelCommitted(world: ModelState, uuid: string, committed: boolean): ModelState {
  const artifacts = world.artifacts.map((one) => (one.uuid === uuid ? { ...one, committed } : one));
  return { ...world, artifacts };
}

export function removeModelArtifact(world: ModelState, uuid: string): ModelState {
  const removed = world.artifacts.filter((one) => one.uuid === uuid);
  const before = world.deleted.filter((one) => one.uuid !== uuid);
  return {
    ...world,
    artifacts: world.artifacts.filter((one) => one.uuid !== uuid),
    deleted: [...before, ...removed],
  };
}

/** Restores a deleted artifact. If its version is taken, it gets the next version. */
export function restoreModelArtifact(world: ModelState, artifact: ModelArtifact): ModelState {
  const { uri, version } = artifact;
  const others = selectArtifacts(world, artifact).filter((one) => one.uri === uri);
  const isTaken = others.some((one) => one.version === version);
  const restored = isTaken ? { ...artifact, version: computeNextVersion(world, artifact, uri) } : artifact;
  return { ...world, artifacts: [...world.artifacts, restored] };
}

export function setModelBulk(world: ModelState, au: AuName, marked: boolean): ModelState {
  const others = world.bulk.filter((name) => name !== nameOf(au));
  return { ...world, bulk: marked ? [...others, nameOf(au)] : others };
}

/** Returns the size of an AU; undefined if the AU has no artifacts. */
export function computeSize(world: ModelState, au: AuName): ModelAuSize | undefined {
  const held = selectArtifacts(world, au);
  if (held.length === 0) return undefined;
  const committed = held.filter((one) => one.committed);
  const latest = committed.filter((one) => findLatest(world, au, one.uri) === one);
  return { totalAllVersions: bytes(committed), totalLatestVersions: bytes(latest) };
}

/** Lists artifacts. Returns undefined if the AU or namespace is empty. */
export function listModelArtifacts(
  world: ModelState,
  au: AuName,
  listing: ModelListing,
): ModelArtifact[] | undefined {
  const isInScope = listing.of === 'AU' ? isOf(au) : ({ namespace }: AuName) => namespace === au.namespace;
  const inScope = world.artifacts.filter(isInScope);
  if (inScope.length === 0) return undefined;
  const { url, urlPrefix = '', version, includeUncommitted } = listing;
  const matching = inScope
    .filter(({ committed }) => committed || includeUncommitted)
    .filter(({ uri }) => (url === undefined || uri === url) && uri.startsWith(urlPrefix))
    .filter((one) => typeof version !== 'number' || one.version === version)
    .sort(compareInListingOrder);
  return version === 'latest' ? matching.filter(isFirstOfItsUrl) : matching;
}

/** Returns the AUIDs in the namespace that have artifacts, in byte order. */
export function listModelAuids(world: ModelState, namespace: string): string[] {
  const found = new Set(world.artifacts.filter((one) => one.namespace === namespace).map(({ auid }) => auid));
  return [...found].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
}

function isFirstOfItsUrl(one: ModelArtifact, at: number, all: readonly ModelArtifact[]): boolean {
  const before = all[at - 1];
  return before === undefined || before.uri !== one.uri || before.auid !== one.auid;
}

function findHighestVersion(held: readonly ModelArtifact[]): ModelArtifact | undefined {
  return held.reduce<ModelArtifact | undefined>(
    (top, one) => (top && top.version > one.version ? top : one),
    undefined,
  );
}

function bytes(held: readonly ModelArtifact[]): number {
  return held.reduce((sum, { body }) => sum + Buffer.byteLength(body), 0);
}
