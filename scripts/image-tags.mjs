// Lists the third-party images in docker-compose.yml, the Kubernetes manifests and the Dockerfiles. Finds newer tags of
// these images.
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Returns `repository:tag` of every third-party image, without duplicates. */
export function listThirdPartyImages(root) {
  const files = [
    'docker-compose.yml',
    ...globSync(['k8s/**/*.yaml', '{packages,services}/*/Dockerfile', 'examples/compose/*/Dockerfile'], {
      cwd: root,
    }),
  ];
  const texts = files.map((file) => readFileSync(join(root, file), 'utf8'));
  const named = texts.flatMap((text) =>
    [...text.matchAll(/^(?:ARG [A-Z]+=|FROM |\s*(?:- )?image: *)([a-z][\w./-]*:[\w.-]+)/gm)].map(
      ([, image]) => image,
    ),
  );
  return [...new Set(named)].filter((image) => !image.startsWith('holdfast/')).sort();
}

/**
 * Returns the newest tag that has the same major version and suffix. Returns undefined if `tag` is already the newest.
 */
export function findNewerTag(tag, tags) {
  const own = parseTagVersion(tag);
  const alike = tags
    .map(parseTagVersion)
    .filter((one) => one && one.ending === own.ending && one.parts[0] === own.parts[0]);
  const newest = alike.reduce((a, b) => (isNewer(b, a) ? b : a), own);
  return newest === own ? undefined : newest.tag;
}

/** Fetches the tags of an image from Docker Hub or a compatible server. Rejects if the server does not respond. */
export async function fetchPublishedTags(image, hub) {
  const [repository, tag] = image.split(':');
  const path = repository.includes('/') ? repository : `library/${repository}`;
  const [major] = parseTagVersion(tag).parts;
  const url = new URL(
    `/v2/repositories/${path}/tags?page_size=100&ordering=last_updated&name=${major}.`,
    hub,
  );
  const answer = await fetch(url, { signal: AbortSignal.timeout(20_000) });
  if (!answer.ok) throw new Error(`HTTP ${answer.status}`);
  const { results } = await answer.json();
  return results.map(({ name }) => name);
}

function parseTagVersion(tag) {
  const found = /^(v?)(\d+(?:\.\d+)+)(.*)$/.exec(tag);
  return found && { tag, parts: found[2].split('.').map(Number), ending: `${found[1]} ${found[3]}` };
}

function isNewer({ parts: a }, { parts: b }) {
  const at = a.findIndex((part, i) => part !== (b[i] ?? 0));
  return at >= 0 && a[at] > (b[at] ?? 0);
}
