import { describe, expect, test } from 'vitest';
import { externalAddress, externalLinksFrom, templateError } from './external-links.ts';

const places = { cluster: 'prod', namespace: 'pay', pod: 'api-0', from: 1000, to: 2000 };

describe('an address for a row', () => {
  test.each([
    [
      'https://g.example/d?var-pod={pod}&from={from}&to={to}',
      'https://g.example/d?var-pod=api-0&from=1000&to=2000',
    ],
    ['http://logs.example/{cluster}/{namespace}/{pod}', 'http://logs.example/prod/pay/api-0'],
    ['https://x.example/', 'https://x.example/'],
    ['https://x.example/{node}', null],
    ['javascript:alert({pod})', null],
    ['https://{pod}.example/', null],
    ['https://{pod}@x.example/', null],
    ['//x.example/{pod}', null],
    ['https://x.example/{constructor}', null],
    ['data:text/html,{pod}', null],
    ['', null],
  ])('%s is %j', (template, address) => expect(externalAddress(template, places)).toBe(address));

  test.each(['../../admin', 'a&b=c', 'x#y', '"><script>', 'ㄱ나다', '\ud800', '{cluster}'])(
    'encodes the name %j as a value',
    (pod) => {
      const address = externalAddress('https://x.example/p?pod={pod}&end=1', { pod });
      const url = new URL(address ?? '');
      expect(url.pathname).toBe('/p');
      expect([...url.searchParams.keys()]).toEqual(['pod', 'end']);
      expect(url.searchParams.get('pod')).toBe(pod.toWellFormed());
    },
  );
});

test.each([
  ['', 'empty'],
  ['ftp://x.example', 'notHttp'],
  ['https://a{pod}.example', 'placeInHost'],
  ['https://a.example:{pod}/', 'notHttp'],
  ['https://a.example/{podd}', 'unknownPlace'],
  [`https://a.example/${'x'.repeat(2000)}`, 'tooLong'],
  ['https://a.example/{pod}', null],
])('%s is refused as %j', (template, error) => expect(templateError(template)).toBe(error));

test('parses stored links and leaves out invalid ones', () => {
  const good = { label: ' Logs ', template: 'https://l.example/{pod}' };
  expect(
    externalLinksFrom({
      links: [
        good,
        null,
        5,
        {},
        { label: 'x', template: 'javascript:1' },
        { label: '', template: 'https://a.example' },
      ],
    }),
  ).toEqual([{ label: 'Logs', template: 'https://l.example/{pod}' }]);
  for (const stored of [null, undefined, 5, 'x', [], { links: 'x' }])
    expect(externalLinksFrom(stored)).toEqual([]);
});
