import { FakeClock } from '@gwanje/testkit/clock';
import { describeWithDatabase } from '@gwanje/testkit/databases';
import { expect, it } from 'vitest';
import { ServerRuns } from './server-runs.ts';

const MINUTE_MS = 60_000;

describeWithDatabase('the runs of several replicas', (database) => {
  it('are one run of the installation, and a stop of all of them ends it', async () => {
    const { db } = database();
    const clock = new FakeClock();
    const nowMs = () => clock.now().getTime();
    const first = await ServerRuns.open(db, clock.now(), true);
    clock.advance(10 * MINUTE_MS);
    const contactMs = nowMs();
    clock.advance(MINUTE_MS);
    await first.note(clock.now());
    const second = await ServerRuns.open(db, clock.now(), true);
    // The first replica could take batches all the time.
    expect(second.isGrace(contactMs, nowMs())).toBe(false);
    // A server alone was stopped before its start.
    expect((await ServerRuns.open(db, clock.now())).isGrace(contactMs, nowMs())).toBe(true);
    clock.advance(MINUTE_MS);
    const afterStop = await ServerRuns.open(db, clock.now(), true);
    expect(afterStop.isGrace(contactMs, nowMs())).toBe(true);
    clock.advance(2 * MINUTE_MS);
    expect(afterStop.isGrace(contactMs, nowMs())).toBe(false);
  });

  it('show whether all replicas that run evaluate alarms', async () => {
    const { db } = database();
    const clock = new FakeClock();
    clock.advance(60 * MINUTE_MS);
    const [one, two] = [
      await ServerRuns.open(db, clock.now(), true),
      await ServerRuns.open(db, clock.now(), true),
    ];
    expect(await one.isEvaluatingEverywhere(clock.now())).toBe(true);
    await two.note(clock.now(), false);
    expect(await one.isEvaluatingEverywhere(clock.now())).toBe(false);
    await two.note(clock.now(), true);
    expect(await one.isEvaluatingEverywhere(clock.now())).toBe(true);
    await two.note(clock.now(), false);
    // It does not run any more: others own its clusters.
    clock.advance(MINUTE_MS);
    await one.note(clock.now());
    expect(await one.isEvaluatingEverywhere(clock.now())).toBe(true);
  });
});
