import type { ManifestPart } from '@gwanje/kinds/batch';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { listManifestVersions } from '../history/manifests/manifest-repository.ts';
import { agedHistoryTables } from './persist/retention-repository.ts';
import { deletes, manifestUpsert, podRecord, upserts } from './testing/batches.ts';
import { describePipeline } from './testing/describe-pipeline.ts';

const DAY_MS = 86_400_000;
const RUNS = Number(process.env.GWANJE_SOAK_RUNS ?? 8);

describePipeline('manifests', (fixture) => {
  const send = (part: Partial<ManifestPart>, atMs = fixture.nowMs) =>
    fixture.accept(
      fixture.agent.next(atMs, { manifests: { upserts: [], checks: [], ...part } }, fixture.nowMs),
    );

  async function pods(...names: readonly string[]): Promise<void> {
    const inventory = [upserts(...names.map((name) => fixture.pod(name)))];
    await fixture.send({ inventory });
  }

  const web = (spec: unknown, atMs = fixture.nowMs) => manifestUpsert('web', atMs, spec);
  const checkOf = ({ kind, uid, hash }: ReturnType<typeof web>) => ({ kind, uid, hash });

  /** The specifications of the stored versions, oldest first. */
  async function stored(name: string): Promise<unknown[]> {
    const objectIds = [await fixture.podId(name)];
    const versions = await listManifestVersions(fixture.db, { objectIds, limit: 1000 });
    return versions.map(({ json }) => JSON.parse(json).spec).reverse();
  }

  it('are stored once for each change, compressed', async () => {
    await pods('web');
    for (const spec of ['a', 'a', 'b', 'b', 'a']) {
      fixture.later(1000);
      await send({ upserts: [web(spec)] });
    }
    expect(await stored('web')).toEqual(['a', 'b', 'a']);
  });

  it('of a batch that arrives twice are stored once', async () => {
    await pods('web');
    const batch = fixture.next({ manifests: { upserts: [web('a')], checks: [] } });
    await Promise.all([fixture.accept(batch), fixture.accept(batch)]);
    await fixture.stack.restart();
    expect(await fixture.accept(batch)).toMatchObject({ manifests: { checkedCnt: 0, wantedUids: [] } });
    expect(await stored('web')).toEqual(['a']);
  });

  it('arrive in the batch of their object', async () => {
    const inventory = [upserts(fixture.pod('web'))];
    const manifests = { upserts: [web('a')], checks: [] };
    await fixture.send({ inventory, manifests });
    expect(await stored('web')).toEqual(['a']);
  });

  it('that the server lacks or has in an older version are asked for, unless their object is unknown', async () => {
    await pods('web', 'old', 'new');
    const old = manifestUpsert('old', fixture.nowMs, 'a');
    await send({ upserts: [web('a'), old] });
    const checks = [
      web('a'),
      manifestUpsert('old', fixture.nowMs, 'b'),
      manifestUpsert('new', fixture.nowMs, 'a'),
      manifestUpsert('unknown', fixture.nowMs, 'a'),
    ].map(checkOf);
    const { manifests } = await send({ checks });
    expect(manifests).toEqual({ checkedCnt: 4, wantedUids: ['uid-old', 'uid-new'] });
  });

  it('of kinds that only a newer agent knows count as checked, and none is asked for', async () => {
    await pods('web');
    const { hash } = web('a');
    const checks = [{ kind: 'gateway', uid: 'gateway-1', hash }, checkOf(web('a'))];
    const { manifests } = await send({ checks });
    expect(manifests).toEqual({ checkedCnt: 2, wantedUids: ['uid-web'] });
  });

  it('are asked for at a limited rate, and the agent learns which checks were answered', async () => {
    const names = Array.from({ length: 1100 }, (_, no) => `pod-${no}`);
    await pods(...names);
    const checks = names.map((name) => checkOf(manifestUpsert(name, fixture.nowMs, 'a')));
    expect((await send({ checks: checks.slice(0, 900) })).manifests?.checkedCnt).toBe(900);
    expect((await send({ checks: checks.slice(900) })).manifests?.checkedCnt).toBe(100);
    fixture.later(1000);
    expect((await send({ checks: checks.slice(1000) })).manifests?.checkedCnt).toBe(100);
  });

  it('of an agent whose clock was set back begin after the version that they replace', async () => {
    await pods('web');
    await send({ upserts: [web('a')] });
    await send({ upserts: [web('b', fixture.nowMs - 60_000)] });
    expect(await stored('web')).toEqual(['a', 'b']);
  });

  it('that are no objects of JSON, or too deep, are left out, and the rest of the batch is stored', async () => {
    await pods('web', 'other');
    const nested = `${'{"a":'.repeat(200)}1${'}'.repeat(200)}`;
    for (const json of ['', '[]', 'null', '"text"', '{', nested])
      await send({ upserts: [{ ...web('x'), json }, manifestUpsert('other', fixture.nowMs, json)] });
    expect(await stored('web')).toEqual([]);
    expect(await stored('other')).toHaveLength(6);
  });

  it('keep hostile texts as they are', async () => {
    await pods('web');
    const spec = { text: 'a\u0000\u2028</script>', __proto__x: '🙂' };
    await send({ upserts: [web(spec)] });
    expect(await stored('web')).toEqual([spec]);
  });

  it('beyond the hourly limit are dropped, and asked for in the next hour', async () => {
    await fixture.reopenWithLimits({ manifestsPerHour: 1 });
    await pods('web', 'other');
    const other = manifestUpsert('other', fixture.nowMs, 'a');
    await send({ upserts: [web('a'), other] });
    expect([await stored('web'), await stored('other')]).toEqual([['a'], []]);
    fixture.later(3_600_000);
    const { manifests } = await send({ checks: [checkOf(other)] });
    expect(manifests?.wantedUids).toEqual(['uid-other']);
    await send({ upserts: [other] });
    expect(await stored('other')).toEqual(['a']);
  });

  it('older than the history are deleted, but not the one that an object still has', async () => {
    const old = fixture.nowMs - 40 * DAY_MS;
    const listed = [upserts(podRecord('web', old), podRecord('gone', old))];
    await fixture.accept(fixture.agent.next(old, { inventory: listed }, fixture.nowMs));
    const gone = (spec: string, atMs: number) => manifestUpsert('gone', atMs, spec);
    await send({ upserts: [web('a', old), gone('a', old)] });
    await send({ upserts: [web('b', old + 1000), gone('b', old + 1000)] });
    const inventory = [deletes('pod', 'uid-gone', old + 2000)];
    await fixture.accept(fixture.agent.next(old + 2000, { inventory }, fixture.nowMs));
    const table = agedHistoryTables(35).find(({ name }) => name === 'object_manifest');
    await table?.deleteOldest(fixture.db, new Date(fixture.nowMs - 35 * DAY_MS), 100);
    expect([await stored('web'), await stored('gone')]).toEqual([['b'], []]);
  });

  it('end with the newest one and without repeated versions, whatever is resent, lost or reordered in time', async () => {
    const Step = fc.record({
      spec: fc.constantFrom('a', 'b', 'c'),
      what: fc.constantFrom('send', 'resend', 'lose', 'restart', 'check'),
      backMs: fc.constantFrom(0, 5000),
    });
    let no = 0;
    await fc.assert(
      fc.asyncProperty(fc.array(Step, { maxLength: 12 }), async (steps) => {
        no += 1;
        const name = `pod-${no}`;
        await pods(name);
        const sent: string[] = [];
        for (const { spec, what, backMs } of steps) {
          fixture.later(1000);
          const upsert = manifestUpsert(name, fixture.nowMs - backMs, spec);
          const batch = fixture.next({ manifests: { upserts: [upsert], checks: [] } });
          // The next batch shows the gap, and the agent is asked for all objects again.
          if (what === 'lose') continue;
          if (what === 'restart') await fixture.stack.restart();
          if (what === 'check') {
            const { manifests } = await send({ checks: [checkOf(upsert)] });
            expect(manifests?.wantedUids).toEqual(sent.at(-1) === spec ? [] : [upsert.uid]);
            continue;
          }
          await fixture.accept(batch);
          if (what === 'resend') await fixture.accept(batch);
          if (sent.at(-1) !== spec) sent.push(spec);
        }
        expect(await stored(name)).toEqual(sent);
      }),
      { numRuns: RUNS },
    );
  });
});
