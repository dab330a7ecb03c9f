// A small contract for tests: one operation for each feature of the HTTP layer.
import type { Contract } from '../src/contract/contract.ts';

// Roles of operations that any user with at least one role may call.
const anyone = { 'x-roles': ['any'] };
const lenient = { 'x-unknown-parameters': 'ignored' };
const ok = { responses: { 200: { description: 'ok' } } };
const taking = (content: object, required = true): object => ({ requestBody: { required, content } });

export const contract: Contract = {
  openapi: '3.1.0',
  info: { title: 'Things', version: '2.0.0' },
  security: [{ basic: [] }],
  paths: {
    '/status': { get: { operationId: 'getStatus', security: [], ...ok } },
    '/things/{name}': {
      parameters: [{ $ref: '#/components/parameters/Name' }],
      get: { operationId: 'getThing', 'x-roles': ['accessContentRole'], ...lenient, ...ok },
      put: {
        operationId: 'putThing',
        ...lenient,
        'x-roles': ['contentAdminRole'],
        ...taking({ 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } }),
        responses: { 200: { description: 'ok' }, 415: { description: 'wrong type' } },
      },
    },
    '/things/add': {
      post: {
        operationId: 'addThings',
        ...anyone,
        ...taking({ 'text/plain': { schema: { type: 'string' } } }),
        ...ok,
      },
    },
    '/things/{name}/form': {
      parameters: [{ $ref: '#/components/parameters/Name' }],
      post: {
        operationId: 'formThing',
        ...anyone,
        ...taking({
          'application/x-www-form-urlencoded': { schema: { $ref: '#/components/schemas/Form' } },
          'multipart/form-data': { schema: { $ref: '#/components/schemas/Form' } },
        }),
        ...ok,
      },
    },
    '/search': {
      get: {
        operationId: 'search',
        ...anyone,
        parameters: [
          {
            name: 'limit',
            in: 'query',
            schema: { type: 'integer', minimum: 1, maximum: 2000, default: 1000 },
          },
          { name: 'all', in: 'query', schema: { type: 'boolean' } },
          { name: 'q', in: 'query', schema: { type: 'string', minLength: 1, maxLength: 100 } },
          { name: 'sort', in: 'query', schema: { enum: ['default', 'reverse'] } },
          {
            name: 'version',
            in: 'query',
            schema: {
              oneOf: [
                { type: 'integer', minimum: 1 },
                { enum: ['latest', 'all'], type: 'string' },
              ],
            },
          },
          { name: 'filter', in: 'query', schema: { type: 'array', items: { type: 'string' }, maxItems: 3 } },
          { name: 'ids', in: 'query', explode: false, schema: { type: 'array', items: { type: 'integer' } } },
          {
            name: 'from',
            in: 'query',
            allowEmptyValue: true,
            schema: { type: 'string', pattern: '^[0-9]{1,14}$', 'x-wanted': 'a timestamp of 1 to 14 digits' },
          },
          { name: 'pin', in: 'query', schema: { type: 'string', format: 'password', maxLength: 4 } },
        ],
        ...ok,
      },
    },
    '/stream': {
      get: { operationId: 'download', security: [], ...ok },
      post: {
        operationId: 'upload',
        ...anyone,
        ...taking({ 'application/octet-stream': { schema: {} } }),
        ...ok,
      },
    },
  },
  components: {
    parameters: {
      Name: { name: 'name', in: 'path', required: true, schema: { type: 'string', maxLength: 50 } },
    },
    schemas: {
      Thing: {
        type: 'object',
        required: ['size'],
        additionalProperties: false,
        properties: {
          size: { type: 'integer', minimum: 0 },
          tags: { type: 'object', additionalProperties: { type: 'string' } },
          inner: {},
        },
      },
      Form: {
        type: 'object',
        required: ['op'],
        properties: {
          op: { type: 'string', enum: ['start', 'finish'] },
          committed: { type: 'boolean' },
          config: { type: 'object', additionalProperties: { type: 'string' } },
          props: {
            type: 'string',
            contentMediaType: 'application/json',
            contentSchema: { $ref: '#/components/schemas/Thing' },
          },
        },
      },
    },
  },
} as Contract;
