import { ConfigError } from '@gwanje/backend/config/env';
import { expect, test } from 'vitest';
import { readSettings } from './config.ts';

test('samples are kept for the configured time, by resolution', () => {
  const { sampleTiers } = readSettings({ GWANJE_SAMPLES_RAW_HOURS: '24', GWANJE_SAMPLES_1H_DAYS: '90' });
  expect(sampleTiers.map(({ name, keepMs }) => [name, keepMs / 3_600_000])).toEqual([
    ['raw', 24],
    ['1m', 8 * 24],
    ['5m', 35 * 24],
    ['1h', 90 * 24],
  ]);
});

test('samples go to one engine, to two, or to the embedded store', () => {
  const urlsOf = (text?: string) => readSettings({ GWANJE_METRICS_URL: text }).metricsUrls;
  expect(urlsOf()).toEqual([]);
  expect(urlsOf('http://victoria:8428')).toEqual(['http://victoria:8428']);
  expect(urlsOf('http://a:8428, https://b/prometheus')).toEqual(['http://a:8428', 'https://b/prometheus']);
});

const stores = { GWANJE_DATABASE_URL: 'postgres://db/gwanje', GWANJE_METRICS_URL: 'http://metrics:8428' };

test.each([
  [{ GWANJE_SAMPLES_RAW_HOURS: '5' }, 'GWANJE_SAMPLES_RAW_HOURS: must be 6 or more'],
  [{ GWANJE_SAMPLES_RAW_HOURS: '200' }, 'GWANJE_SAMPLES_1M_DAYS: must not be shorter'],
  [{ GWANJE_SAMPLES_1M_DAYS: '36' }, 'GWANJE_SAMPLES_5M_DAYS: must not be shorter'],
  [{ GWANJE_SAMPLES_1H_DAYS: '30' }, 'GWANJE_SAMPLES_1H_DAYS: must not be shorter'],
  [{ GWANJE_SAMPLES_5M_DAYS: '0' }, 'GWANJE_SAMPLES_5M_DAYS'],
  [{ GWANJE_METRICS_URL: 'victoria:8428' }, 'GWANJE_METRICS_URL: must be one http(s) address'],
  [{ GWANJE_METRICS_URL: 'http://a,http://b,http://c' }, 'GWANJE_METRICS_URL: must be one'],
  [{ GWANJE_METRICS_URL: 'http://a,http://a' }, 'two different ones'],
  [{ ...stores, GWANJE_REPLICA_URL: 'replica-1:4102' }, 'GWANJE_REPLICA_URL: must be an http(s) origin'],
  [{ ...stores, GWANJE_REPLICA_URL: 'http://replica-1/path' }, 'GWANJE_REPLICA_URL'],
  [{ ...stores, GWANJE_REPLICA_PORT: '4102' }, 'GWANJE_REPLICA_PORT: needs GWANJE_REPLICA_URL'],
  [
    { GWANJE_REPLICA_URL: 'http://a:4102' },
    'GWANJE_DATABASE_URL: must be given with GWANJE_REPLICA_URL, because replicas share their stores\n  GWANJE_METRICS_URL: must',
  ],
  [{ ...stores, GWANJE_METRICS_URL: '', GWANJE_REPLICA_URL: 'http://a:4102' }, 'GWANJE_METRICS_URL: must'],
])('%o is refused with the name of the variable', (environment, message) => {
  expect(() => readSettings(environment)).toThrow(ConfigError);
  expect(() => readSettings(environment)).toThrow(message);
});

test.each([
  [{}, undefined],
  [{ GWANJE_REPLICA_URL: 'http://10.0.0.7:4102' }, { url: 'http://10.0.0.7:4102', port: 4102 }],
  [{ GWANJE_REPLICA_URL: 'http://replica-1/' }, { url: 'http://replica-1', port: 80 }],
  // Something in front of the server ends TLS.
  [
    { GWANJE_REPLICA_URL: 'https://replica-1', GWANJE_REPLICA_PORT: '4102' },
    { url: 'https://replica-1', port: 4102 },
  ],
])('the settings of a replica from %o', (environment, replica) => {
  expect(readSettings({ ...stores, ...environment }).replica).toEqual(replica);
});
