import { listEvents } from '@gwanje/contract/clusters/events';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { eventRecord } from '../../pipeline/testing/batches.ts';
import { FIRST_MS } from '../../testing/collected.ts';
import { collectedScene } from '../../testing/collected-scene.ts';
import { describeWithSharedApp } from '../../testing/describe-with-app.ts';
import { listEventPage } from './event-repository.ts';

const page = { pageNo: 1, pageCnt: 10 };

describeWithSharedApp('events', (app) => {
  it('are listed for allowed groups, also for deleted objects', async () => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app());
    const answer = await caller.ok(listEvents, { params: page, body: {} });
    expect(answer).toMatchObject({
      totalCnt: 1,
      list: [
        {
          hostId,
          level: 'warning',
          reason: 'BackOff',
          objectKind: 'Pod',
          objectName: 'gone',
          objectId: seen.gonePodId,
          lastAt: new Date(nowMs - FIRST_MS).toISOString(),
        },
      ],
    });
    const ofObject = { params: page, body: { filter: { objectId: seen.gonePodId } } };
    expect((await caller.ok(listEvents, ofObject)).totalCnt).toBe(1);
  });

  it('are counted up to a limit, and the response marks a truncated count', async () => {
    const { caller, hostId, seen, nowMs } = await collectedScene(app());
    const events = Array.from({ length: 20 }, (_, no) => eventRecord(`e${no}`, nowMs - no));
    await app().services.pipeline.accept(seen.sender.next(nowMs, { events }));
    const upTo = (most: number) => listEventPage(app().db, [hostId], page, most);
    expect(await upTo(5)).toMatchObject({ totalCnt: 5, isTruncated: true });
    expect(await upTo(21)).toMatchObject({ totalCnt: 21, isTruncated: false });
    const answer = await caller.ok(listEvents, { params: page, body: {} });
    expect(answer).toMatchObject({ totalCnt: 21, isTruncated: false });
  });

  it('are found by ids beyond 32 bits', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const beyond = 2 ** 31 + 7;
    await sql`select setval(pg_get_serial_sequence('event', 'event_id'), ${beyond - 1})`.execute(app().db);
    const events = [eventRecord('late', nowMs, { reason: 'Late' })];
    await app().services.pipeline.accept(seen.sender.next(nowMs, { events }));
    const body = { filter: { eventId: beyond } };
    expect(await caller.ok(listEvents, { params: page, body })).toMatchObject({
      list: [{ eventId: beyond, reason: 'Late' }],
    });
  });

  it('are filtered, sorted and paged, also with hostile text', async () => {
    const { caller, seen, nowMs } = await collectedScene(app());
    const message = `<script>alert("50%")</script> '; drop table event; --`;
    const events = [
      eventRecord('a', nowMs - 2000, { reason: 'OOMKilling', message, count: 3 }),
      eventRecord('b', nowMs - 1000, { type: 'Normal', reason: 'Pulled', message: 'Image pulled' }),
    ];
    await app().services.pipeline.accept(seen.sender.next(nowMs, { events }));
    const listed = async (body: object, params = page) => {
      const answer = await caller.ok(listEvents, { params, body });
      return `${answer.totalCnt}: ${answer.list.map(({ reason }) => reason).join(' ')}`;
    };
    expect(await listed({})).toBe('3: Pulled OOMKilling BackOff');
    expect(await listed({ orderBy: ['-level', 'reason'] })).toBe('3: OOMKilling BackOff Pulled');
    expect(await listed({ filter: { level: ['normal'] } })).toBe('1: Pulled');
    expect(await listed({ filter: { message: '50%")</SCRIPT>' } })).toBe('1: OOMKilling');
    expect(await listed({ filter: { count: { min: 2 } } })).toBe('1: OOMKilling');
    expect(await listed({ filter: { lastAt: { from: new Date(nowMs - 1000).toISOString() } } })).toBe(
      '1: Pulled',
    );
    expect(await listed({}, { pageNo: 2, pageCnt: 2 })).toBe('3: BackOff');
  });
});
