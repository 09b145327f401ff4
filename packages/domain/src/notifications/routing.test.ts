import type { Hours } from '@gwanje/contract/webhooks';
import { describe, expect, it, test } from 'vitest';
import { type Former, type HeldNotice, type Notice, type Receiver, release, route } from './routing.ts';

/* A Monday, ten in the evening. */
const NOW = Date.parse('2026-03-02T22:00:00+09:00');
const LATER = NOW + 3_600_000;
const MINUTE_MS = 60_000;
const now: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '21:00', to: '23:00' };
const notNow: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '09:00', to: '18:00' };
const QUIET_END = Date.parse('2026-03-02T23:00:00+09:00');

const receiver: Receiver = {
  minLevel: 1,
  sendsRecovery: true,
  hours: null,
  quietHours: null,
  subGroupIdList: null,
  escalateAfterMin: null,
};
const occurred: Notice = {
  reason: 'occurred',
  level: 1,
  subGroupId: 7,
  maintainedUntilMs: null,
  snoozedUntilMs: null,
};
const recovered: Notice = { ...occurred, reason: 'recovered' };
const nothing: Former = { isSent: false, heldFor: null };
const told: Former = { isSent: true, heldFor: null };
const held = (heldFor: Former['heldFor']): Former => ({ isSent: false, heldFor });

type Row = [name: string, of: Partial<Receiver>, news: Notice, former: Former, outcome: string];

function shown(decision: ReturnType<typeof route> | ReturnType<typeof release>): string {
  if (decision.kind === 'hold')
    return `hold for ${decision.for} until +${(decision.untilMs - NOW) / MINUTE_MS}`;
  return decision.kind === 'drop' ? `drop: ${decision.why}` : decision.kind;
}

describe('what just happened', () => {
  it.each<Row>([
    ['is told', {}, occurred, nothing, 'send'],
    ['a warning to those who want to know', { minLevel: 5 }, occurred, nothing, 'nothing'],
    ['what is critical to all', { minLevel: 5 }, { ...occurred, level: 5 }, nothing, 'send'],
    [
      'a rise to those who heard nothing yet',
      { minLevel: 5 },
      { ...occurred, reason: 'worsened', level: 5 },
      nothing,
      'send',
    ],
    ['to those of the group', { subGroupIdList: [7, 8] }, occurred, nothing, 'send'],
    ['to no other', { subGroupIdList: [8] }, occurred, nothing, 'nothing'],
    ['within hours', { hours: now }, occurred, nothing, 'send'],
    ['outside of hours not', { hours: notNow }, { ...occurred, level: 5 }, nothing, 'nothing'],
    [
      'in quiet hours later, in a summary',
      { quietHours: now },
      occurred,
      nothing,
      'hold for quiet until +60',
    ],
    [
      'in quiet hours at once where critical',
      { quietHours: now },
      { ...occurred, level: 5 },
      nothing,
      'send',
    ],
    ['quiet hours are not always', { quietHours: notNow }, occurred, nothing, 'send'],
    [
      'not in maintenance',
      {},
      { ...occurred, level: 5, maintainedUntilMs: LATER },
      nothing,
      'hold for maintenance until +60',
    ],
    [
      'not while snoozed',
      {},
      { ...occurred, level: 5, snoozedUntilMs: LATER },
      nothing,
      'hold for snooze until +60',
    ],
    [
      'to the next in line when nobody acknowledged',
      { escalateAfterMin: 15 },
      occurred,
      nothing,
      'hold for escalation until +15',
    ],
    [
      'whose patience counts from the beginning',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'worsened' },
      held('escalation'),
      'nothing',
    ],
    [
      'who knows already, at once',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'worsened' },
      told,
      'send',
    ],
    [
      'and is asked anew when it is back',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'reoccurred' },
      told,
      'hold for escalation until +15',
    ],
    [
      'once, while it waits',
      {},
      { ...occurred, reason: 'worsened', snoozedUntilMs: LATER },
      held('snooze'),
      'nothing',
    ],
    [
      'and quiet ends where it becomes critical',
      { quietHours: now },
      { ...occurred, reason: 'worsened', level: 5 },
      held('quiet'),
      'send',
    ],
  ])('%s', (_name, of, news, former, outcome) => {
    expect(shown(route({ ...receiver, ...of }, news, former, NOW))).toBe(outcome);
  });
});

describe('that it is over', () => {
  it.each<Row>([
    ['is told to those who knew', {}, recovered, told, 'send'],
    ['not to those who did not', {}, recovered, nothing, 'nothing'],
    ['nor to those who do not want to know', { sendsRecovery: false }, recovered, told, 'nothing'],
    ['also where it is closed', {}, { ...recovered, reason: 'closed' }, told, 'send'],
    ['also out of hours', { hours: notNow }, recovered, told, 'send'],
    ['in quiet hours later', { quietHours: now }, recovered, told, 'hold for quiet until +60'],
    ['in quiet hours not twice', { quietHours: now }, recovered, held('quiet'), 'nothing'],
    ['not while snoozed', {}, { ...recovered, snoozedUntilMs: LATER }, told, 'hold for snooze until +60'],
    ['and ends what nobody heard of', { escalateAfterMin: 15 }, recovered, held('escalation'), 'cancel'],
    ['also where nobody wants to hear it', { sendsRecovery: false }, recovered, held('snooze'), 'cancel'],
  ])('%s', (_name, of, news, former, outcome) => {
    expect(shown(route({ ...receiver, ...of }, news, former, NOW))).toBe(outcome);
  });
});

describe('what was held back', () => {
  const waiting: HeldNotice = {
    ...occurred,
    heldFor: 'escalation',
    confirmLevel: 1,
    isRecovered: false,
    isFolded: false,
  };
  it.each<[string, Partial<Receiver>, Partial<HeldNotice>, string]>([
    ['is told where nobody did anything', { escalateAfterMin: 15 }, {}, 'send'],
    ['not where somebody did', { escalateAfterMin: 15 }, { confirmLevel: 2 }, 'drop: acknowledged in time'],
    [
      'not where it is over',
      {},
      { confirmLevel: 0, isRecovered: true },
      'drop: over before it had to be sent',
    ],
    ['not where it was closed', {}, { confirmLevel: 4 }, 'drop: over before it had to be sent'],
    ['not where another alarm explains it', {}, { isFolded: true }, 'drop: folded under another alarm'],
    ['not outside of hours', { hours: notNow }, {}, 'drop: outside the hours of this receiver'],
    ['not to those whom it no longer concerns', { minLevel: 5 }, {}, 'drop: not for this receiver any more'],
    ['later where maintenance began', {}, { maintainedUntilMs: LATER }, 'hold for maintenance until +60'],
    ['later where quiet hours began', { quietHours: now }, { heldFor: 'snooze' }, 'hold for quiet until +60'],
    [
      'where it is over, and still is',
      {},
      { reason: 'recovered', confirmLevel: 0, isRecovered: true },
      'send',
    ],
    ['not where it broke again', {}, { reason: 'recovered' }, 'drop: it broke again meanwhile'],
  ])('%s', (_name, of, news, outcome) => {
    expect(shown(release({ ...receiver, ...of }, { ...waiting, ...news }, NOW))).toBe(outcome);
  });
});

test('quiet hours end when they say', () => {
  expect(route({ ...receiver, quietHours: now }, occurred, nothing, NOW)).toEqual({
    kind: 'hold',
    for: 'quiet',
    untilMs: QUIET_END,
  });
});
