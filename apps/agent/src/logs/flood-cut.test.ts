import type { LogEvent } from '@gwanje/contract/objects/logs';
import { describe, expect, it } from 'vitest';
import { FloodCut } from './flood-cut.ts';

const timeOf = (nanos: number) => `2026-11-18T03:12:00.${String(nanos).padStart(9, '0')}Z`;

function lineOf(index: number, text = `line ${index}`) {
  return { time: timeOf(index), text, cutBytes: 0, bytes: text.length };
}

function textsOf(events: readonly LogEvent[]): string[] {
  return events.flatMap((event) => (event.type === 'lines' ? event.list.map(([, text]) => text) : []));
}

function leftOutOf(events: readonly LogEvent[]) {
  return events.flatMap((event) => (event.type === 'leftOut' ? [event] : []));
}

describe('a flood', () => {
  it('is cut to the limit in each second, with exact counts and its last lines', () => {
    const cut = new FloodCut(3, { linesPerSecond: 100, burstCnt: 0 });
    for (let index = 0; index < 1000; index++) cut.add(lineOf(index), 0);
    cut.endWindow(1000);
    const events = cut.take();
    const texts = Array.from({ length: 1000 }, (_, index) => `line ${index}`);
    expect(textsOf(events)).toEqual([...texts.slice(0, 100), ...texts.slice(950)]);
    const left = { type: 'leftOut', source: 3, cnt: 850, bytes: texts.slice(100, 950).join('').length };
    const [fromTime, toTime] = [timeOf(100), timeOf(949)];
    expect(leftOutOf(events)).toEqual([{ ...left, fromTime, toTime, position: `${toTime}/1/0` }]);
    expect(events.map(({ type }) => type)).toEqual(['lines', 'leftOut', 'lines']);
  });

  it('counts every line either as sent or as left out, over many seconds', () => {
    const cut = new FloodCut(1, { linesPerSecond: 60, burstCnt: 20 });
    const events: LogEvent[] = [];
    for (let index = 0; index < 10_000; index++) {
      cut.add(lineOf(index), index * 3);
      if (index % 17 === 0) events.push(...cut.take());
    }
    cut.endWindow(40_000);
    events.push(...cut.take());
    const left = leftOutOf(events).reduce((sum, { cnt }) => sum + cnt, 0);
    expect(textsOf(events).length + left).toBe(10_000);
    expect(textsOf(events).length).toBeLessThan(20 + 31 * (60 + 50));
    const last = events.at(-1);
    expect(last && 'position' in last && last.position).toBe(`${timeOf(9999)}/1/0`);
  });

  it('of long lines is cut by their bytes, and holds a bounded part of them', () => {
    const cut = new FloodCut(1, { linesPerSecond: 2000, burstCnt: 0 });
    for (let index = 0; index < 1000; index++) cut.add(lineOf(index, 'x'.repeat(16_000)), 0);
    cut.endWindow(1000);
    const events = cut.take();
    expect(textsOf(events).length).toBeLessThan(72);
    expect(textsOf(events).length + (leftOutOf(events)[0]?.cnt ?? 0)).toBe(1000);
  });

  it('is not cut as far as the lines were asked for', () => {
    const cut = new FloodCut(1, { linesPerSecond: 10, burstCnt: 500 });
    for (let index = 0; index < 510; index++) cut.add(lineOf(index), 0);
    expect(textsOf(cut.take()).length).toBe(510);
  });
});
