// The CRC-32 of two pieces in a row from the CRC-32 of each, for when the second is known before the first.
// A CRC is a remainder of polynomials over GF(2): putting n bytes behind a piece multiplies its CRC by x^(8n).

/** Bits reflected, as gzip has it: the highest bit is x^0. */
const POLYNOMIAL = 0xedb88320;
const ONE = 0x8000_0000;
/** x^(2^k) for k from 0. */
const POWERS = powersOfX(64);

/** CRC-32 of `first` and `second` joined. `secondLength` in bytes. */
export function crc32Combine(firstCrc: number, secondCrc: number, secondLength: number): number {
  return (multiply(powerOfX(secondLength), firstCrc) ^ secondCrc) >>> 0;
}

/** x^(8 · lengthBytes). The length may be more than 32 bits hold, so it is halved as a number. */
function powerOfX(lengthBytes: number): number {
  let product = ONE;
  for (let left = lengthBytes, power = 3; left > 0; left = Math.floor(left / 2), power++) {
    if (left % 2 === 1) product = multiply(POWERS[power]!, product);
  }
  return product;
}

function powersOfX(count: number): number[] {
  const powers = [ONE >>> 1];
  while (powers.length < count) powers.push(multiply(powers.at(-1)!, powers.at(-1)!));
  return powers;
}

/** a · b modulo the polynomial. */
function multiply(a: number, b: number): number {
  let product = 0;
  let shifted = b;
  for (let bit = 31; bit >= 0; bit--) {
    if ((a >>> bit) & 1) product ^= shifted;
    shifted = shifted & 1 ? (shifted >>> 1) ^ POLYNOMIAL : shifted >>> 1;
  }
  return product >>> 0;
}
