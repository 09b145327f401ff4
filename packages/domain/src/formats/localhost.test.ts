import { expect, test } from 'vitest';
import { isLocalhost, isLocalUrl } from './localhost.ts';

test.each([
  ['localhost', true],
  ['localhost.', true],
  ['gwanje.localhost', true],
  ['127.0.0.1', true],
  ['127.255.3.4', true],
  ['[::1]', true],
  ['notlocalhost', false],
  ['localhost.example.com', false],
  ['127.0.0.1.example.com', false],
  ['127.example.com', false],
  ['128.0.0.1', false],
  ['10.0.0.1', false],
  ['[::2]', false],
  ['', false],
])('%j is this machine: %s', (hostname, expected) => {
  expect(isLocalhost(hostname)).toBe(expected);
});

test.each([
  ['http://localhost:4100', true],
  ['http://127.0.0.1', true],
  ['http://0.0.0.0:4100', true],
  ['http://[::1]:4100', true],
  ['https://gwanje.example.com', false],
  ['http://10.0.0.5:4100', false],
  ['not a url', false],
])('only this machine reaches %s: %s', (url, expected) => {
  expect(isLocalUrl(url)).toBe(expected);
});
