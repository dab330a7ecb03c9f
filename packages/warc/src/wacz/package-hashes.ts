// Compares the files of a WACZ with its datapackage.json (WACZ 1.1.1, Frictionless Data Package), and datapackage.json
// with datapackage-digest.json. The files may arrive in any order.

/** Actual size and digest of a file. */
export interface PackageFileDigest {
  readonly sha256: string;
  readonly lengthBytes: number;
}

interface PackageResource {
  readonly path: string;
  readonly hash: string | undefined;
  readonly lengthBytes: number | undefined;
}

const DESCRIPTION = 'datapackage.json';
const DIGEST = 'datapackage-digest.json';
/** Maximum number of files, and of resources in datapackage.json, that are compared. */
const MAX_FILES = 10_000;
/** Maximum number of warnings. Further differences are only counted. */
const MAX_WARNINGS = 20;
const SHA256 = /^(?:sha-?256:)?([0-9a-f]{64})$/i;

export class PackageVerifier {
  readonly #files = new Map<string, PackageFileDigest>();
  readonly #resources: (PackageResource & { source: string })[] = [];
  readonly #faults: string[] = [];

  /** Returns whether `describe` needs the content of a file with this name. */
  static describes(name: string): boolean {
    return name === DESCRIPTION || name === DIGEST;
  }

  add(name: string, file: PackageFileDigest): void {
    if (this.#files.size < MAX_FILES) this.#files.set(name, file);
  }

  /** Parses a file that describes other files of the package. */
  describe(source: string, text: string | undefined): void {
    const resources = text === undefined ? undefined : parseResources(text);
    if (resources === undefined)
      this.#faults.push(`${source} cannot be read: nothing was checked against it.`);
    for (const resource of (resources ?? []).slice(0, MAX_FILES))
      this.#resources.push({ ...resource, source });
  }

  /** Returns a message for each difference. */
  warnings(): string[] {
    const all = [...this.#faults, ...this.#resources.flatMap((resource) => this.#compare(resource))];
    if (all.length <= MAX_WARNINGS) return all;
    return [...all.slice(0, MAX_WARNINGS), `${all.length - MAX_WARNINGS} more files do not match it.`];
  }

  #compare({ source, path, hash, lengthBytes }: PackageResource & { source: string }): string[] {
    const file = this.#files.get(path);
    if (file === undefined) return [];
    const name = JSON.stringify(path.slice(0, 200));
    if (lengthBytes !== undefined && lengthBytes !== file.lengthBytes)
      return [`The length of ${name} does not match ${source}.`];
    if (hash === undefined) return [];
    const declared = SHA256.exec(hash)?.[1]?.toLowerCase();
    if (declared === undefined)
      return [`${name} was not checked: ${source} gives its hash as ${JSON.stringify(hash.slice(0, 80))}.`];
    return declared === file.sha256 ? [] : [`The SHA-256 of ${name} does not match ${source}.`];
  }
}

/** Returns the files that a description lists, or undefined if it is not a JSON object. */
function parseResources(text: string): PackageResource[] | undefined {
  const described = parseJson(text);
  if (typeof described !== 'object' || described === null || Array.isArray(described)) return undefined;
  const { resources, ...itself } = described as Record<string, unknown>;
  const all = Array.isArray(resources) ? resources : [itself];
  return all.flatMap((one) => toPackageResource(one) ?? []);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function toPackageResource(value: unknown): PackageResource | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  const { path, hash, bytes } = value as Record<string, unknown>;
  if (typeof path !== 'string') return undefined;
  return {
    path: path.replace(/^(?:\.?\/)+/, ''),
    hash: typeof hash === 'string' && hash !== '' ? hash : undefined,
    lengthBytes: typeof bytes === 'number' ? bytes : undefined,
  };
}
