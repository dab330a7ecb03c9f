import { describe, expect, it } from '@jest/globals';
import { ApiError } from '../../src/errors/api-error.ts';
import { validateFormField } from '../../src/validation/body.ts';
import { contract } from '../contract.ts';

const field = (name: string, value: string): unknown => validateFormField(contract, 'formThing', name, value);

describe('validateFormField', () => {
  it('gives the value the contract means', () => {
    expect(field('op', 'finish')).toBe('finish');
    expect(field('committed', 'false')).toBe(false);
    expect(field('config', '{"a":"b"}')).toEqual({ a: 'b' });
  });

  it('parses and checks a part that carries JSON as text', () => {
    expect(field('props', '{"size":4}')).toEqual({ size: 4 });
    expect(() => field('props', '{"size":"x"}')).toThrow(
      'Field "props": member "size" must be a whole number',
    );
    expect(() => field('props', 'size=4')).toThrow('Field "props" must be JSON.');
  });

  it('throws a 400 that names the field', () => {
    expect(() => field('op', 'stop')).toThrow(ApiError);
    expect(() => field('op', 'stop')).toThrow('Field "op" must be one of "start", "finish", not "stop".');
  });

  it.each(['other', 'constructor', '__proto__'])('knows nothing of the field %s', (name) => {
    expect(field(name, 'x')).toBeUndefined();
  });

  it('is told of an operation that does not exist', () => {
    expect(() => validateFormField(contract, 'nothing', 'op', 'x')).toThrow(
      'the contract has no operation nothing',
    );
  });
});
