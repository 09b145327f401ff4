import { AppError } from '@gwanje/contract/definition/errors';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { parsePart } from './parse.ts';

const schema = z.strictObject({
  name: z.string().min(1),
  inner: z.strictObject({ no: z.int() }).optional(),
  list: z.array(z.strictObject({ id: z.int() })).optional(),
});

function parseError(value: unknown) {
  try {
    parsePart(schema, value);
  } catch (error) {
    if (error instanceof AppError) return { error: error.errorName, field: error.detail.field };
    throw error;
  }
  return 'none';
}

describe('one part of a request', () => {
  test('that is valid is returned parsed', () => {
    expect(parsePart(z.strictObject({ a: z.string().trim() }), { a: ' x ' })).toEqual({ a: 'x' });
  });

  test.each([
    [{}, 'missingParameter', 'name'],
    [undefined, 'missingParameter', ''],
    [{ name: undefined }, 'missingParameter', 'name'],
    [{ name: 'a', inner: {} }, 'missingParameter', 'inner.no'],
    [{ name: 'a', list: [{ id: 1 }, {}] }, 'missingParameter', 'list.1.id'],
    [{ inner: { no: 'x' } }, 'missingParameter', 'name'],
    [{ name: null }, 'invalidParameter', 'name'],
    [{ name: '' }, 'invalidParameter', 'name'],
    [{ name: 1 }, 'invalidParameter', 'name'],
    [{ name: 'a', inner: { no: 1.5 } }, 'invalidParameter', 'inner.no'],
    [{ name: 'a', other: 1 }, 'invalidParameter', 'other'],
    [{ name: 'a', inner: { no: 1, x: 1 } }, 'invalidParameter', 'inner.x'],
    [{ name: 'a\u0000' }, 'invalidParameter', 'name'],
    [[], 'invalidParameter', ''],
    ['text', 'invalidParameter', ''],
    [null, 'invalidParameter', ''],
  ])('%j: %s at %s', (value, error, field) => expect(parseError(value)).toEqual({ error, field }));

  test('is not searched for unstorable text when the schema refuses it', () => {
    const unread = new Proxy([1], {
      get: (target, key) => (key === '0' ? expect.fail('an element was read') : Reflect.get(target, key)),
    });
    expect(parseError({ name: unread })).toEqual({ error: 'invalidParameter', field: 'name' });
  });

  test('names the path of unstorable text', () => {
    const free = z.record(z.string(), z.unknown());
    const fieldOf = (value: unknown) => {
      try {
        return parsePart(free, value, ['body']);
      } catch (error) {
        return error instanceof AppError ? error.detail.field : error;
      }
    };
    expect(fieldOf({ a: [1, { b: '\ud800' }] })).toBe('body.a.1.b');
    expect(fieldOf({ a: { 'b\0': 1 } })).toBe('body.a');
  });
});
