// The contracts meet all requirements of the interface documents: operations, statuses, parameters, fields, roles.
import { describe, expect, it } from '@jest/globals';
import type { JsonSchema } from '../src/document.ts';
import { configurationContract } from '../src/generated/configuration.document.ts';
import { repositoryContract } from '../src/generated/repository.document.ts';
import * as configuration from './configuration-interface.ts';
import { type PromisedOperation, parseNames, parseRequiredNames, parseTypedNames } from './interface.ts';
import { type ContractOperation, dereference, listContractOperations } from './operations.ts';
import * as repository from './repository-interface.ts';

const contracts = [
  {
    name: 'repository',
    contract: repositoryContract,
    operations: repository.repositoryOperations,
    fields: repository.repositoryFields,
    enums: repository.repositoryEnums,
  },
  {
    name: 'configuration',
    contract: configurationContract,
    operations: configuration.configurationOperations,
    fields: configuration.configurationFields,
    enums: configuration.configurationEnums,
  },
];

describe.each(contracts)('the $name contract', ({ contract, operations, fields, enums }) => {
  const written = listContractOperations(contract);

  it('has the operations of the interface and no others', () => {
    expect(written.map(line).sort()).toEqual(operations.map(({ operation }) => operation).sort());
  });

  describe.each(operations)('$operation', (promise) => {
    const find = () => operationOf(written, promise);

    it(`is called ${promise.id}`, () => {
      expect(find().operationId).toBe(promise.id);
    });

    it('answers with the statuses promised, and those added to them', () => {
      // All operations reject unknown query parameters, except the operations for replay tools.
      const refusal = promise.operation.includes(' /replay/') ? [] : [400];
      const statuses = new Set([...promise.promised, ...promise.added, ...refusal].map(String));
      expect(Object.keys(find().responses).sort()).toEqual([...statuses].sort());
    });

    it('takes the query parameters', () => {
      const query = find().parameters.filter((parameter) => parameter.in === 'query');
      expect(query.map(({ name }) => name).sort()).toEqual(parseNames(promise.query).sort());
      const required = query.filter((parameter) => parameter.required);
      expect(required.map(({ name }) => name)).toEqual(parseRequiredNames(promise.query));
    });

    it('takes the path parameters of its path, all of them required', () => {
      const inPath = [...promise.operation.matchAll(/\{(\w+)\}/g)].map(([, name]) => name);
      const path = find().parameters.filter((parameter) => parameter.in === 'path');
      expect(path.map(({ name }) => name)).toEqual(inPath);
      expect(path.every(({ required }) => required)).toBe(true);
    });

    it('takes the form fields', () => {
      for (const form of formsOf(find())) {
        expect(Object.keys(form.properties as object)).toEqual(parseNames(promise.form));
        expect(form.required ?? []).toEqual(parseRequiredNames(promise.form));
      }
      expect(formsOf(find()).length > 0).toBe(promise.form !== undefined);
    });

    it('is open or asks for one of the roles', () => {
      expect(find().open).toBe(promise.roles.length === 0);
      expect(find().roles).toEqual(promise.roles);
    });
  });

  it.each(Object.entries(fields))('%s has the fields promised', (schemaName, cell) => {
    const schema = dereference(contract, contract.components.schemas[schemaName]) as JsonSchema;
    const properties = schema.properties as Record<string, JsonSchema>;
    expect(Object.keys(properties).sort()).toEqual(parseNames(cell).sort());
    expect([...((schema.required as string[]) ?? [])].sort()).toEqual(parseRequiredNames(cell).sort());
    for (const [name, type] of parseTypedNames(cell)) {
      expect({ name, types: [properties[name]?.type, properties[name]?.format] }).toEqual({
        name,
        types: expect.arrayContaining([type]),
      });
    }
  });

  it.each(Object.entries(enums))('%s has the values promised', (schemaName, values) => {
    expect(contract.components.schemas[schemaName]?.enum).toEqual(values);
  });
});

describe('the two contracts', () => {
  it.each(['Problem', 'ApiStatus', 'StartupStatus'])('agree on %s', (schemaName) => {
    const bare = (contract: typeof repositoryContract) =>
      withoutAnnotations(dereference(contract, contract.components.schemas[schemaName]));
    expect(bare(configurationContract)).toEqual(bare(repositoryContract));
  });
});

function line({ method, path }: ContractOperation): string {
  return `${method.toUpperCase()} ${path}`;
}

function operationOf(written: ContractOperation[], promise: PromisedOperation): ContractOperation {
  const found = written.find((operation) => line(operation) === promise.operation);
  if (found === undefined) throw new Error(`The contract lacks ${promise.operation}`);
  return found;
}

function formsOf(operation: ContractOperation): JsonSchema[] {
  return Object.entries(operation.requestBody?.content ?? {})
    .filter(([type]) => /form/.test(type))
    .map(([, { schema }]) => schema);
}

function withoutAnnotations(node: unknown): unknown {
  if (Array.isArray(node)) return node.map(withoutAnnotations);
  if (typeof node !== 'object' || node === null) return node;
  const kept = Object.entries(node).filter(([name]) => name !== 'description' && name !== 'examples');
  return Object.fromEntries(kept.map(([name, value]) => [name, withoutAnnotations(value)]));
}
