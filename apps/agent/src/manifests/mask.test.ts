import { describe, expect, it } from 'vitest';
import { isSecretName, maskArguments, maskText } from './mask.ts';

describe('a text', () => {
  it.each([
    ['--password=hunter2', '--password=****'],
    ['--db-password=hunter2 --verbose', '--db-password=**** --verbose'],
    ['app --password hunter2 --port 80', 'app --password **** --port 80'],
    [`export DB_PASSWORD='a b c'; run`, `export DB_PASSWORD='****'; run`],
    ['API_KEY=abc,MODE=x', 'API_KEY=****,MODE=x'],
    ['{"token": "abc", "a": 1}', '{"token": "****", "a": 1}'],
    ['client_secret: abc', 'client_secret: ****'],
    ['postgres://shop:s3cret@db:5432/shop', 'postgres://shop:****@db:5432/shop'],
    ['https://:pw@example.com/', 'https://:****@example.com/'],
    ['Authorization: Bearer abcdefgh12345678', 'Authorization: Bearer ****'],
    ['curl -H "authorization: Basic c2hvcDpzM2NyZXQ="', 'curl -H "authorization: Basic ****"'],
    ['eyJhbGciOiJIUzI1.eyJzdWIiOiIxMjM0.abc-_', '****'],
    ['-----BEGIN RSA PRIVATE KEY-----\nMIIE\n-----END RSA PRIVATE KEY-----', '****'],
    ['-----BEGIN PRIVATE KEY-----\nMIIE', '****'],
    ['key AKIAIOSFODNN7EXAMPLE', 'key ****'],
  ])('%j shows as %j', (text, shown) => {
    expect(maskText(text)).toBe(shown);
  });

  it.each([
    ...['registry.example/team/shop:1.2.3', 'https://example.com/path?x=1'],
    ...['/var/run/secrets/kubernetes.io/serviceaccount/token', '--token-file=/etc/token'],
    ...['--tls-secret-name=shop-tls', '--password-policy=strict', 'token', '0 * * * *', ''],
  ])('%j stays', (text) => {
    expect(maskText(text)).toBe(text);
  });
});

it('arguments are masked after their flag', () => {
  const masked = ['--user', 'shop', '--password', '****', '--token', '--port', '80', 5];
  expect(maskArguments(masked.with(3, 'x y'))).toEqual(masked);
});

it.each([
  ['DB_PASSWORD', true],
  ['Authorization', true],
  ['example.com/api-token', true],
  ['accessKey', true],
  ['secretName', false],
  ['nodeStageSecretRef', false],
  ['checksum/secret', false],
  ['replicas', false],
])('the name %s is one of a secret: %s', (name, isSecret) => {
  expect(isSecretName(name)).toBe(isSecret);
});
