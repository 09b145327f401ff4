import type { Endpoint } from '@gwanje/contract/definition/endpoint';
import { errorNames, errors } from '@gwanje/contract/definition/errors';
import { endpoints } from '@gwanje/kinds/endpoints';
import { Validator } from '@seriousme/openapi-schema-validator';
import { describe, expect, it } from 'vitest';
import { openApiDocument } from './open-api.ts';

const document = openApiDocument('1.2.3');
const described = Object.entries<Endpoint>(endpoints);

function operationOf(endpoint: Endpoint) {
  const path = endpoint.path.replace(/:([A-Za-z]+)/g, '{$1}');
  return document.paths[path]?.[endpoint.method.toLowerCase()];
}

describe('the OpenAPI document', () => {
  it('is valid', async () => {
    const result = await new Validator().validate(structuredClone(document));
    expect(result).toMatchObject({ valid: true });
    expect(document.info).toMatchObject({ version: '1.2.3' });
  });

  it('would be refused by the validator with a broken operation', async () => {
    const broken = { ...document, paths: { '/x': { get: { parameters: [{ name: 'a' }] } } } };
    expect(await new Validator().validate(broken)).toMatchObject({ valid: false });
  });

  it('has exactly the calls of the contract', () => {
    const ids = Object.values(document.paths).flatMap((methods) =>
      Object.values(methods).map((operation) => operation.operationId),
    );
    expect(ids.toSorted()).toEqual(Object.keys(endpoints).toSorted());
    for (const [name, endpoint] of described) expect(operationOf(endpoint)?.operationId).toBe(name);
  });

  it.each(described)('%s has its parameters, body, responses and section', (name, endpoint) => {
    const operation = operationOf(endpoint);
    const names = (place: string) =>
      operation?.parameters.filter((parameter) => parameter.in === place).map((parameter) => parameter.name);
    expect(names('path')).toEqual([...endpoint.path.matchAll(/:([A-Za-z]+)/g)].map(([, part]) => part));
    const inQuery = endpoint.subGroupsIn === 'query' ? ['subGroupIdList'] : [];
    expect(names('query')).toEqual([...Object.keys(endpoint.query.shape), ...inQuery]);
    expect(names('header')).toEqual(endpoint.read || endpoint.holdsNoTransaction ? [] : ['Idempotency-Key']);

    const contentType = { none: undefined, json: 'application/json', multipart: 'multipart/form-data' };
    const content = contentType[endpoint.bodyKind];
    expect(operation?.requestBody).toEqual(
      content && { required: true, content: { [content]: { schema: expect.anything() } } },
    );
    expect(JSON.stringify(operation?.requestBody ?? '').includes('"subGroupIdList"')).toBe(
      endpoint.subGroupsIn === 'body' || name === 'moveSubGroups',
    );
    expect(operation?.responses).toEqual({
      [endpoint.success]: expect.anything(),
      default: { $ref: '#/components/responses/Error' },
    });
    expect(operation?.tags).toHaveLength(1);
  });

  it('describes request bodies as the client sends them and responses as it receives them', () => {
    const file = { type: 'string', format: 'binary', maxLength: 1024 * 1024 };
    const sent = { required: ['id'], additionalProperties: false, properties: { file } };
    const body = operationOf(endpoints.updateLogo)?.requestBody;
    expect(body).toMatchObject({ content: { 'multipart/form-data': { schema: sent } } });
    const name = { name: 'name', in: 'path', required: true, schema: { type: 'string' } };
    expect(operationOf(endpoints.insertMetaGroup)?.parameters[0]).toMatchObject(name);
    const data = { properties: { imgUrl: { type: 'string' } } };
    const received = { properties: { code: { const: 201 }, data } };
    const answer = operationOf(endpoints.insertLogo)?.responses;
    expect(answer).toMatchObject({ 201: { content: { 'application/json': { schema: received } } } });
  });

  it('lists all errors in one table', () => {
    const text = JSON.stringify(document.components);
    for (const name of errorNames) {
      const { code, status, message } = errors[name];
      expect(text).toContain(`| ${code} | ${status} | ${message} |`);
    }
  });
});
