import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { ConfigError, flag, origin, originList, port, positiveInt, readEnvironment } from './env.ts';

describe('reading the environment', () => {
  const schema = z.object({ A_PORT: port.default(1), A_FLAG: flag.default(false), A_NAME: z.string() });

  test('reads only the requested variables and treats an empty one as absent', () => {
    expect(readEnvironment(schema, { A_NAME: 'x', A_PORT: '', OTHER: 'y' })).toEqual({
      A_PORT: 1,
      A_FLAG: false,
      A_NAME: 'x',
    });
  });

  test('reports all errors in one message', () => {
    const read = () => readEnvironment(schema, { A_PORT: '70000', A_FLAG: 'yes' });
    expect(read).toThrow(ConfigError);
    expect(read).toThrow(/A_PORT: must be a port number\n.*A_FLAG: must be 0 or 1\n.*A_NAME/s);
  });
});

describe('ports', () => {
  test.each([
    ['0', 0],
    ['4100', 4100],
    ['65535', 65535],
  ])('%s', (text, value) => expect(port.parse(text)).toBe(value));

  test.each(['65536', '-1', '1.5', '01', '1e3', ' 1', 'http', '999999'])('%j is not a port', (text) => {
    expect(port.safeParse(text).success).toBe(false);
  });
});

describe('origins', () => {
  test.each([
    ['https://gwanje.example.com', 'https://gwanje.example.com'],
    ['https://gwanje.example.com/', 'https://gwanje.example.com'],
    ['HTTPS://Gwanje.Example.com:443', 'https://gwanje.example.com'],
    ['http://localhost:4100', 'http://localhost:4100'],
  ])('%s is %s', (text, value) => expect(origin.parse(text)).toBe(value));

  test.each([
    ...['gwanje.example.com', 'https://gwanje.example.com/path', 'https://gwanje.example.com/?a'],
    ...['https://gwanje.example.com/#a', 'https://user@gwanje.example.com', 'ftp://gwanje.example.com'],
    ...['javascript:alert(1)', '*'],
  ])('%s is not an origin', (text) => expect(origin.safeParse(text).success).toBe(false));

  test('a list is separated by commas', () => {
    expect(originList.parse('https://a.example.com, http://b.example.com:81,')).toEqual([
      'https://a.example.com',
      'http://b.example.com:81',
    ]);
    expect(originList.safeParse('https://a.example.com,nonsense').success).toBe(false);
  });
});

test.each(['0', '-1', '1.0', '01', '1e3', '9999999999', ''])('%j is not a positive whole number', (text) => {
  expect(positiveInt.safeParse(text).success).toBe(false);
});
