// Accessors for node-forge's ASN.1 values in signature blocks and keystores. Each accessor checks the expected type.
import forge from 'node-forge';
import { SignatureError } from './signature-error.ts';

export type Asn1 = forge.asn1.Asn1;

const { Class, Type } = forge.asn1;

/** Parses all bytes as one value. `what` is the name of the value in error messages. Throws SignatureError. */
export function parseAsn1(bytes: Buffer, what: string): Asn1 {
  try {
    const options = { strict: true, parseAllBytes: true, decodeBitStrings: false };
    return forge.asn1.fromDer(forge.util.createBuffer(bytes.toString('latin1')), options as never);
  } catch (error) {
    throw new SignatureError(`has ${what} that cannot be read (${(error as Error).message})`);
  }
}

export function encodeDer(value: Asn1): Buffer {
  return Buffer.from(forge.asn1.toDer(value).getBytes(), 'latin1');
}

/** Returns the elements of a SEQUENCE, a SET or a constructed context-specific value. */
export function getMembers(value: Asn1 | undefined, what: string): readonly Asn1[] {
  if (!Array.isArray(value?.value)) throw new SignatureError(`has ${what} in an unexpected format`);
  return value.value as Asn1[];
}

export function getAsn1Bytes(value: Asn1 | undefined, what: string): Buffer {
  if (typeof value?.value !== 'string') throw new SignatureError(`has ${what} in an unexpected format`);
  return Buffer.from(value.value, 'latin1');
}

export function getIdentifier(value: Asn1 | undefined, what: string): string {
  if (value?.type !== Type.OID || value.tagClass !== Class.UNIVERSAL)
    throw new SignatureError(`has ${what} in an unexpected format`);
  return forge.asn1.derToOid(value.value as string);
}

/** Returns the element with this context-specific tag. */
export function findTagged(values: readonly Asn1[], tag: number): Asn1 | undefined {
  return values.find(({ tagClass, type }) => tagClass === Class.CONTEXT_SPECIFIC && (type as number) === tag);
}
