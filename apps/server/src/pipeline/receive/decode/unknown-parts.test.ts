import { AppError } from '@gwanje/contract/definition/errors';
import { describe, expect, it } from 'vitest';
import { emptyBatch, fullBatch, newerBatch } from '../testing/batches.ts';
import { decodeBatch } from './decode.ts';
import { withoutUnknownParts } from './unknown-parts.ts';

function decode(value: unknown) {
  return decodeBatch(Buffer.from(JSON.stringify(value)));
}

function fieldOfRefusal(value: unknown): unknown {
  try {
    decode(value);
  } catch (error) {
    if (error instanceof AppError) return error.detail.field;
    throw error;
  }
  return 'accepted';
}

describe('the batch of a newer agent', () => {
  it('is decoded as the same batch without what only a newer version knows', () => {
    const { unknown: _unknown, manifests, inventory, agent: _agent, ...newer } = decode(newerBatch());
    const { manifests: _none, inventory: own, agent: _own, ...known } = decode(fullBatch());
    expect(newer).toEqual(known);
    expect(inventory).toEqual([...(own ?? []), { listing: null, upserts: [], deletes: [] }]);
    expect(manifests?.upserts).toEqual([]);
  });

  it('keeps all checks of manifests, because the answer counts them', () => {
    expect(decode(newerBatch()).manifests?.checks.map(({ kind }) => kind)).toEqual(['gateway', 'pod']);
  });

  it('says what was left out, and how often', () => {
    const partCnt = fullBatch().inventory?.length ?? 0;
    expect(decode(newerBatch()).unknown).toEqual([
      { what: 'kind', name: 'gateway', cnt: 2 * partCnt + 3 },
      { what: 'problem', name: 'gpuUnreadable', cnt: 1 },
      { what: 'metric', name: 'pod.gpuUsedRatio', cnt: 1 },
      { what: 'metric', name: 'gateway.*', cnt: 1 },
    ]);
  });

  it.each([
    ['a kind that is a number', [{ kind: 7, uid: 'a' }]],
    ['an empty kind', [{ kind: '', uid: 'a' }]],
    ['an object without a kind', [{ uid: 'a' }]],
    ['a text instead of an object', ['pod']],
    ['a bad object of a known kind', [{ kind: 'pod', uid: 'a' }]],
  ])('is still refused for %s', (_what, upserts) => {
    expect(
      fieldOfRefusal(emptyBatch({ inventory: [{ listing: null, upserts, deletes: [] }] as never })),
    ).toMatch(/^inventory\.0\.upserts\.0/);
  });

  it('names at most twenty unknown things, each cut short', () => {
    const upserts = Array.from({ length: 50 }, (_, no) => ({ kind: `${no}${'x'.repeat(500)}` }));
    const { unknown } = withoutUnknownParts({ inventory: [{ listing: null, upserts, deletes: [] }] });
    expect(unknown).toHaveLength(20);
    expect(Math.max(...unknown.map(({ name }) => name.length))).toBe(63);
  });

  it('does not change a batch without unknown parts', () => {
    const batch = fullBatch();
    expect(withoutUnknownParts(batch)).toEqual({ batch, unknown: [] });
    expect(decode(batch)).not.toHaveProperty('unknown');
  });
});
