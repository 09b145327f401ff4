import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { NamespaceRecord } from '../kinds/object/records.ts';
import { Collection, ExpiredError } from './collection.ts';

function namespace(name: string, id: number): NamespaceRecord {
  return { namespace: '', name, id, rv: 0, createdSec: id, labels: {} };
}

const Step = fc.record({ name: fc.constantFrom('a', 'b', 'c', 'd', 'e'), deletes: fc.boolean() });

/** Adds, changes or removes, depending on the name's current state. */
function apply(collection: Collection<NamespaceRecord>, name: string, deletes: boolean, id: number): void {
  if (!collection.get(name)) collection.add(namespace(name, id));
  else if (deletes) collection.remove(name);
  else collection.update(name, { createdSec: id });
}

function snapshot(collection: Collection<NamespaceRecord>, rv: number): [string, number][] {
  return [...collection.at(rv, '')].map(([key, record]) => [key, record.createdSec]);
}

test('any version in the history lists the objects of that version', () => {
  fc.assert(
    fc.property(fc.array(Step, { maxLength: 60 }), (steps) => {
      const versions = { current: 10 };
      const collection = new Collection<NamespaceRecord>(versions, 1000);
      const seen = new Map([[10, snapshot(collection, 10)]]);
      for (const [id, { name, deletes }] of steps.entries()) {
        apply(collection, name, deletes, id);
        seen.set(versions.current, snapshot(collection, versions.current));
      }
      for (const [rv, then] of seen) expect(snapshot(collection, rv)).toEqual(then);
    }),
    { seed: 1, numRuns: 100 },
  );
});

test('later changes applied to a version give the current state', () => {
  fc.assert(
    fc.property(fc.array(Step, { minLength: 1, maxLength: 60 }), fc.nat(60), (steps, cut) => {
      const versions = { current: 0 };
      const collection = new Collection<NamespaceRecord>(versions, 1000);
      for (const [id, { name, deletes }] of steps.entries()) apply(collection, name, deletes, id);
      const rv = Math.min(cut, versions.current);
      const state = new Map(snapshot(collection, rv));
      for (const { type, key, object } of collection.since(rv)) {
        if (type === 'DELETED') state.delete(key);
        else state.set(key, object.createdSec);
      }
      expect([...state].sort()).toEqual(snapshot(collection, versions.current));
    }),
    { seed: 2, numRuns: 100 },
  );
});

test('the history is bounded, and older versions are expired', () => {
  const versions = { current: 0 };
  const collection = new Collection<NamespaceRecord>(versions, 20);
  collection.add(namespace('a', 1));
  for (let i = 0; i < 500; i++) collection.update('a', { createdSec: i });
  expect(() => collection.since(1)).toThrow(ExpiredError);
  expect(() => [...collection.at(1, '')]).toThrow(ExpiredError);
  const retained = collection.since(collection.oldestRv);
  expect(retained.length).toBeGreaterThanOrEqual(20);
  expect(retained.length).toBeLessThan(25);
  expect(retained[0]?.rv).toBe(collection.oldestRv + 1);
});

test('compacting removes the history and keeps the current objects', () => {
  const versions = { current: 0 };
  const collection = new Collection<NamespaceRecord>(versions, 20);
  collection.add(namespace('a', 1));
  collection.add(namespace('b', 2));
  collection.compact();
  expect(() => collection.since(1)).toThrow(ExpiredError);
  expect(snapshot(collection, 2).map(([key]) => key)).toEqual(['a', 'b']);
});
