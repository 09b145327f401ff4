import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { describe, expect, it, test } from 'vitest';
import { type Former, type HeldNotice, type Notice, type Receiver, release, route } from './routing.ts';

/* A Monday, 22:00 in Seoul. */
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
const sent: Former = { isSent: true, heldFor: null };
const held = (heldFor: Former['heldFor']): Former => ({ isSent: false, heldFor });

type Row = [name: string, of: Partial<Receiver>, notice: Notice, former: Former, outcome: string];

function shown(decision: ReturnType<typeof route> | ReturnType<typeof release>): string {
  if (decision.kind === 'hold')
    return `hold for ${decision.for} until +${(decision.untilMs - NOW) / MINUTE_MS}`;
  return decision.kind === 'drop' ? `drop: ${decision.why}` : decision.kind;
}

describe('a new change', () => {
  it.each<Row>([
    ['is sent', {}, occurred, nothing, 'send'],
    ['a warning to those who want to know', { minLevel: 5 }, occurred, nothing, 'nothing'],
    ['what is critical to all', { minLevel: 5 }, { ...occurred, level: 5 }, nothing, 'send'],
    [
      'a rise to a receiver without a message',
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
      'to the escalation receiver without an acknowledgement',
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
      sent,
      'send',
    ],
    [
      'and is asked anew when it is back',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'reoccurred' },
      sent,
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
  ])('%s', (_name, of, notice, former, outcome) => {
    expect(shown(route({ ...receiver, ...of }, notice, former, NOW))).toBe(outcome);
  });
});

describe('the end of an alarm', () => {
  it.each<Row>([
    ['is sent to receivers of the beginning', {}, recovered, sent, 'send'],
    ['not to those who did not', {}, recovered, nothing, 'nothing'],
    ['not to receivers without recovery messages', { sendsRecovery: false }, recovered, sent, 'nothing'],
    ['also when the alarm is closed', {}, { ...recovered, reason: 'closed' }, sent, 'send'],
    ['also outside the hours', { hours: notNow }, recovered, sent, 'send'],
    ['later in quiet hours', { quietHours: now }, recovered, sent, 'hold for quiet until +60'],
    ['in quiet hours not twice', { quietHours: now }, recovered, held('quiet'), 'nothing'],
    ['not while snoozed', {}, { ...recovered, snoozedUntilMs: LATER }, sent, 'hold for snooze until +60'],
    ['and cancels a held escalation', { escalateAfterMin: 15 }, recovered, held('escalation'), 'cancel'],
    [
      'also for receivers without recovery messages',
      { sendsRecovery: false },
      recovered,
      held('snooze'),
      'cancel',
    ],
  ])('%s', (_name, of, notice, former, outcome) => {
    expect(shown(route({ ...receiver, ...of }, notice, former, NOW))).toBe(outcome);
  });
});

describe('a held message', () => {
  const waiting: HeldNotice = {
    ...occurred,
    heldFor: 'escalation',
    confirmLevel: 1,
    isRecovered: false,
    isFolded: false,
  };
  it.each<[string, Partial<Receiver>, Partial<HeldNotice>, string]>([
    ['is sent without an acknowledgement', { escalateAfterMin: 15 }, {}, 'send'],
    [
      'is dropped after an acknowledgement',
      { escalateAfterMin: 15 },
      { confirmLevel: 2 },
      'drop: acknowledged in time',
    ],
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
  ])('%s', (_name, of, notice, outcome) => {
    expect(shown(release({ ...receiver, ...of }, { ...waiting, ...notice }, NOW))).toBe(outcome);
  });
});

test('quiet hours end at the configured time', () => {
  expect(route({ ...receiver, quietHours: now }, occurred, nothing, NOW)).toEqual({
    kind: 'hold',
    for: 'quiet',
    untilMs: QUIET_END,
  });
});
