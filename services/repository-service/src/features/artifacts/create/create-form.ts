// Receives the form of a new artifact. The parts may come in any order, and each is validated when it is complete.
import { makeBadUploadError, makeTooManyCreatesError } from '../../errors.ts';
import type { FormPart } from './form-parts.ts';
import {
  type NewArtifact,
  type NewArtifactDefaults,
  type NewHttpHead,
  parseNewArtifact,
  parseNewHead,
} from './new-artifact.ts';
import { type SpoolDeps, type SpooledPayload, spoolPayload } from './payload-spool.ts';

export interface ReceivedCreateForm {
  artifact: NewArtifact;
  head: NewHttpHead | undefined;
  /** Content-Type of the payload part. */
  contentType: string | undefined;
  payload: SpooledPayload;
}

export const maxFieldBytes = 1024 * 1024;

/**
 * Receives the whole form. If the form is invalid, throws 400 and releases all received data. Otherwise the caller must
 * release the payload.
 */
export async function receiveForm(
  deps: SpoolDeps,
  parts: AsyncIterable<FormPart>,
  defaults: NewArtifactDefaults,
): Promise<ReceivedCreateForm> {
  const form = new Form(deps, defaults);
  try {
    for await (const part of parts) await form.take(part);
    return form.complete();
  } catch (error) {
    await form.payload?.release();
    throw error;
  } finally {
    form.release();
  }
}

class Form {
  payload: SpooledPayload | undefined;
  readonly #deps: SpoolDeps;
  readonly #defaults: NewArtifactDefaults;
  #artifact: NewArtifact | undefined;
  #head: NewHttpHead | undefined;
  #contentType: string | undefined;
  readonly #seen = new Set<string>();
  #fieldBytes = 0;

  constructor(deps: SpoolDeps, defaults: NewArtifactDefaults) {
    this.#deps = deps;
    this.#defaults = defaults;
  }

  async take(part: FormPart): Promise<void> {
    const { name } = part;
    if (!isKnownPart(name)) return;
    if (this.#seen.has(name)) throw makeBadUploadError(`The form has more than one part \`${name}\`.`);
    this.#seen.add(name);
    refuseEncoding(part);
    if (name === 'payload') {
      this.#contentType = readContentType(part);
      this.payload = await spoolPayload(this.#deps, part.body);
    } else if (name === 'artifactProps') {
      this.#artifact = parseNewArtifact(decodePropertiesText(await this.#readField(part)), this.#defaults);
    } else this.#head = parseNewHead(await this.#readField(part));
  }

  complete(): ReceivedCreateForm {
    const [artifact, payload] = [this.#artifact, this.payload];
    if (!artifact) throw makeBadUploadError('The form has no part `artifactProps`.');
    if (!payload) throw makeBadUploadError('The form has no part `payload`.');
    return { artifact, payload, head: this.#head, contentType: this.#contentType };
  }

  /** Releases the memory of the form fields. The caller of `receiveForm` releases the payload. */
  release(): void {
    this.#deps.memory.give(this.#fieldBytes);
    this.#fieldBytes = 0;
  }

  async #readField({ name, body }: FormPart): Promise<Buffer> {
    const pieces: Buffer[] = [];
    let length = 0;
    for await (const piece of body) {
      length += piece.length;
      if (length > maxFieldBytes)
        throw makeBadUploadError(`\`${name}\` is longer than ${maxFieldBytes} bytes.`);
      if (!this.#deps.memory.take(piece.length)) throw makeTooManyCreatesError();
      this.#fieldBytes += piece.length;
      pieces.push(piece);
    }
    return Buffer.concat(pieces);
  }
}

function isKnownPart(name: string): boolean {
  return name === 'artifactProps' || name === 'httpResponseHeader' || name === 'payload';
}

/** RFC 7578, 4.7: "Senders SHOULD NOT generate any parts with a Content-Transfer-Encoding header field". */
function refuseEncoding({ name, headers }: FormPart): void {
  const encoding = headers.get('content-transfer-encoding')?.toLowerCase() ?? 'binary';
  if (['binary', '8bit', '7bit'].includes(encoding)) return;
  throw makeBadUploadError(`\`${name}\` has a Content-Transfer-Encoding. Send the bytes unencoded.`);
}

/** Returns the media type of a part. The type need not be well-formed, because the record stores it verbatim. */
function readContentType({ headers }: FormPart): string | undefined {
  const type = headers.get('x-lockss-content-type') ?? headers.get('content-type');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: a header of the stored record must not contain them
  if (type !== undefined && /[\u0000-\u0008\u000a-\u001f\u007f]/.test(type)) {
    throw makeBadUploadError('The Content-Type of `payload` contains control characters.');
  }
  return type === '' ? undefined : type;
}

function decodePropertiesText(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw makeBadUploadError('artifactProps must be UTF-8.');
  }
}
