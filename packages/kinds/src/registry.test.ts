import { describe, expect, it } from 'vitest';
import type { ListColumn } from './definition/columns.ts';
import type { Kind } from './definition/kind.ts';
import { kinds, recordKinds, sourceOf, watchedResources } from './registry.ts';

const all: readonly Kind[] = Object.values(kinds);
const listed = all.filter(({ columns }) => columns !== undefined);

it('defines every kind once, under its own key', () => {
  expect(all.map(({ key }) => key)).toEqual(Object.keys(kinds));
  for (const part of ['plural', 'idName'] as const)
    expect(new Set(all.map((kind) => kind[part])).size).toBe(all.length);
});

it('refers only to kinds that exist', () => {
  const named = all.flatMap(({ reads = [], changesWith = [], measuredOn = [] }) =>
    reads.concat(changesWith, measuredOn),
  );
  expect(named.filter((key) => !Object.hasOwn(kinds, key))).toEqual([]);
});

it('reads no Secret and no ConfigMap', () => {
  const read = watchedResources.map(({ resource }) => resource);
  expect(read).toContain('pods');
  expect(read.filter((resource) => /secret|configmap/i.test(resource))).toEqual([]);
});

it('reads every record from one source', () => {
  expect(new Set(recordKinds).size).toBe(recordKinds.length);
  const resources = recordKinds.map((record) => sourceOf(record).resource);
  expect(new Set(resources).size).toBe(resources.length);
});

describe.each(listed.map((kind) => [kind.key, kind] as const))('the list of %s', (_key, kind) => {
  const columns = Object.entries<ListColumn>(kind.columns ?? {});

  it('begins with the id', () => {
    expect(columns[0]).toMatchObject([kind.idName, { origin: { from: 'id' } }]);
  });

  it('reads only fields and metrics that the kind has', () => {
    const known = new Set([...Object.keys(kind.fields ?? {}), ...Object.keys(kind.metrics ?? {})]);
    const read = columns.flatMap(([, { origin }]) => {
      if (origin.from === 'state') return [origin.field];
      if (origin.from === 'metric') return [origin.metric];
      return origin.from === 'share' ? [origin.part, origin.whole] : [];
    });
    expect(read.filter((name) => !known.has(name))).toEqual([]);
  });
});
