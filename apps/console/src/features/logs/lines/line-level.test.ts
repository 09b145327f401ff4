import { expect, test } from 'vitest';
import { indentedJson, jsonLine } from './json-line.ts';
import { levelIn } from './line-level.ts';
import { RowMaker } from './log-row.ts';

test.each([
  ['2026-11-18 ERROR [main] failed', 'error'],
  ['[warn] 12#12: upstream', 'warn'],
  ['W1118 20:11:48.123456       1 reflector.go:561] failed', 'warn'],
  ['level=debug msg="x"', 'debug'],
  ['{"level":"fatal","msg":"x"}', 'error'],
  ['{"level":30,"msg":"x"}', 'info'],
  ['{"severity":"WARNING","message":"x"}', 'warn'],
  ['error: cannot open', 'error'],
  ['no errors were found', 'none'],
  ['information about it', 'none'],
  ['{"level":{"a":1}}', 'none'],
  ['    at com.example.Main.run(Main.java:12)', 'continuation'],
  ['Caused by: java.io.IOException', 'continuation'],
  ['java.lang.IllegalStateException: connection is closed', 'exception'],
  ['TypeError: x is not a function', 'exception'],
  ['Exception in thread "main" java.lang.Error', 'exception'],
  ['No Exception was thrown', 'none'],
])('the level of %j is %s', (text, level) => expect(levelIn(text)).toBe(level));

test('a line of a stack trace has the level of the line before it of the same source', () => {
  const maker = new RowMaker();
  const time = '2026-11-18T11:00:00Z';
  maker.line(0, [time, 'ERROR failed']);
  maker.line(1, [time, 'INFO fine']);
  expect(maker.line(0, [time, 'java.io.IOException: closed']).level).toBe('error');
  expect(maker.line(0, [time, '\tat a.b(C.java:1)']).level).toBe('error');
  expect(maker.line(0, [time, 'plain again']).level).toBeNull();
  maker.line(0, [time, 'WARN slow']);
  expect(maker.line(0, [time, 'java.io.IOException: closed']).level).toBe('warn');
  maker.line(0, [time, 'INFO fine']);
  expect(maker.line(0, [time, 'java.io.IOException: closed']).level).toBe('error');
});

test('a JSON line has its message and its other fields in their order', () => {
  const line = jsonLine('{"level":"info","msg":"done","took":12,"user":{"id":1}}');
  expect(line?.message).toBe('done');
  const fields = line?.fields.map(({ name, text }) => `${name} ${text}`);
  expect(fields).toEqual(['level info', 'took 12', 'user {"id":1}']);
});

test.each(['{"a":1', '{"a":1} trailing', '[1]', '{}', '"text"', '{a:1}'])('%s is no JSON line', (text) =>
  expect(jsonLine(text)).toBeUndefined(),
);

test('a long number keeps its digits, and a hostile key is a key', () => {
  const text = '{"trace":12345678901234567890,"__proto__":{"polluted":1}}';
  expect(jsonLine(text)?.fields).toEqual([
    { name: 'trace', text: '12345678901234567890' },
    { name: '__proto__', text: '{"polluted":1}' },
  ]);
  expect(indentedJson(text)).toContain('12345678901234567890');
  expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
});
