import { expect, test } from 'vitest';
import { compareVersions, isOutdated } from './versions.ts';

test.each([
  ['0.1.0', '0.1.0', false],
  ['0.0.9', '0.1.0', true],
  ['0.9.0', '0.10.0', true],
  ['1.0.0', '0.10.0', false],
  ['v0.1.0', '0.1.0', false],
  ['0.1.0-rc.1', '0.1.0', true],
  ['0.1.0', '0.1.0-rc.1', false],
  ['0.1.0+build.7', '0.1.0', false],
  ['', '0.1.0', true],
  ['latest', '0.1.0', true],
])('version %s with a server of %s is outdated: %s', (version, server, expected) => {
  expect(isOutdated(version, server)).toBe(expected);
});

test('versions sort oldest first', () => {
  const sorted = ['1.2.10', '1.2.9', 'dev', '1.10.0', '1.2.9-rc'].toSorted(compareVersions);
  expect(sorted).toEqual(['dev', '1.2.9-rc', '1.2.9', '1.2.10', '1.10.0']);
});
