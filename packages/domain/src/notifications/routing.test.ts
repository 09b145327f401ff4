import type { Hours } from '@gwanje/contract/alarms/webhooks';
import { describe, expect, it, test } from 'vitest';
import { type Former, type HeldNotice, type Notice, type Receiver, release, route } from './routing.ts';

/** A Monday, 22:00 in Seoul. */
const NOW = Date.parse('2026-03-02T22:00:00+09:00');
const LATER = NOW + 3_600_000;
const MINUTE_MS = 60_000;
const includingNow: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '21:00', to: '23:00' };
const excludingNow: Hours = { timeZone: 'Asia/Seoul', dayList: [1], from: '09:00', to: '18:00' };
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
const noMessage: Former = { isSent: false, heldFor: null };
const sent: Former = { isSent: true, heldFor: null };
const held = (heldFor: Former['heldFor']): Former => ({ isSent: false, heldFor });

type Row = [name: string, overrides: Partial<Receiver>, notice: Notice, former: Former, outcome: string];

function decisionText(decision: ReturnType<typeof route> | ReturnType<typeof release>): string {
  if (decision.kind === 'hold')
    return `hold for ${decision.for} until +${(decision.untilMs - NOW) / MINUTE_MS}`;
  return decision.kind === 'drop' ? `drop: ${decision.why}` : decision.kind;
}

describe('a new change', () => {
  it.each<Row>([
    ['is sent at once by default', {}, occurred, noMessage, 'send'],
    [
      'a warning is not sent to a receiver of critical alarms only',
      { minLevel: 5 },
      occurred,
      noMessage,
      'nothing',
    ],
    [
      'a critical alarm is sent to a receiver of critical alarms only',
      { minLevel: 5 },
      { ...occurred, level: 5 },
      noMessage,
      'send',
    ],
    [
      'a rise to critical is sent to a receiver that got no warning',
      { minLevel: 5 },
      { ...occurred, reason: 'worsened', level: 5 },
      noMessage,
      'send',
    ],
    ['is sent to a receiver of its sub group', { subGroupIdList: [7, 8] }, occurred, noMessage, 'send'],
    [
      'is not sent to a receiver of other sub groups',
      { subGroupIdList: [8] },
      occurred,
      noMessage,
      'nothing',
    ],
    ['is sent within the receiver’s hours', { hours: includingNow }, occurred, noMessage, 'send'],
    [
      'is not sent outside the receiver’s hours, even if critical',
      { hours: excludingNow },
      { ...occurred, level: 5 },
      noMessage,
      'nothing',
    ],
    ['is held in quiet hours', { quietHours: includingNow }, occurred, noMessage, 'hold for quiet until +60'],
    [
      'is sent in quiet hours if critical',
      { quietHours: includingNow },
      { ...occurred, level: 5 },
      noMessage,
      'send',
    ],
    ['is sent outside quiet hours', { quietHours: excludingNow }, occurred, noMessage, 'send'],
    [
      'is held during maintenance',
      {},
      { ...occurred, level: 5, maintainedUntilMs: LATER },
      noMessage,
      'hold for maintenance until +60',
    ],
    [
      'is held while snoozed',
      {},
      { ...occurred, level: 5, snoozedUntilMs: LATER },
      noMessage,
      'hold for snooze until +60',
    ],
    [
      'is held for the escalation time',
      { escalateAfterMin: 15 },
      occurred,
      noMessage,
      'hold for escalation until +15',
    ],
    [
      'a rise does not restart the escalation time',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'worsened' },
      held('escalation'),
      'nothing',
    ],
    [
      'a rise is sent at once to an escalation receiver that got the alarm',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'worsened' },
      sent,
      'send',
    ],
    [
      'a reoccurrence restarts the escalation time',
      { escalateAfterMin: 15 },
      { ...occurred, reason: 'reoccurred' },
      sent,
      'hold for escalation until +15',
    ],
    [
      'is not held twice',
      {},
      { ...occurred, reason: 'worsened', snoozedUntilMs: LATER },
      held('snooze'),
      'nothing',
    ],
    [
      'a rise to critical is sent although a message is held for quiet hours',
      { quietHours: includingNow },
      { ...occurred, reason: 'worsened', level: 5 },
      held('quiet'),
      'send',
    ],
  ])('%s', (_name, overrides, notice, former, outcome) => {
    expect(decisionText(route({ ...receiver, ...overrides }, notice, former, NOW))).toBe(outcome);
  });
});

describe('the message about the end of an alarm', () => {
  it.each<Row>([
    ['is sent to a receiver that got the beginning', {}, recovered, sent, 'send'],
    ['is not sent to a receiver that did not get the beginning', {}, recovered, noMessage, 'nothing'],
    [
      'is not sent to a receiver without recovery messages',
      { sendsRecovery: false },
      recovered,
      sent,
      'nothing',
    ],
    ['is sent when the alarm is closed', {}, { ...recovered, reason: 'closed' }, sent, 'send'],
    ['is sent outside the receiver’s hours', { hours: excludingNow }, recovered, sent, 'send'],
    ['is held in quiet hours', { quietHours: includingNow }, recovered, sent, 'hold for quiet until +60'],
    [
      'is part of the summary if the beginning is held for quiet hours',
      { quietHours: includingNow },
      recovered,
      held('quiet'),
      'nothing',
    ],
    ['is held while snoozed', {}, { ...recovered, snoozedUntilMs: LATER }, sent, 'hold for snooze until +60'],
    ['cancels a held escalation', { escalateAfterMin: 15 }, recovered, held('escalation'), 'cancel'],
    [
      'cancels a held message, also of a receiver without recovery messages',
      { sendsRecovery: false },
      recovered,
      held('snooze'),
      'cancel',
    ],
  ])('%s', (_name, overrides, notice, former, outcome) => {
    expect(decisionText(route({ ...receiver, ...overrides }, notice, former, NOW))).toBe(outcome);
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
      'drop: acknowledged',
    ],
    ['is dropped after a recovery', {}, { confirmLevel: 0, isRecovered: true }, 'drop: alarmOver'],
    ['is dropped after the alarm was closed', {}, { confirmLevel: 4 }, 'drop: alarmOver'],
    ['is dropped when the alarm is folded under another', {}, { isFolded: true }, 'drop: alarmFolded'],
    ['is dropped outside the receiver’s hours', { hours: excludingNow }, {}, 'drop: outsideHours'],
    [
      'is dropped when the receiver now wants critical alarms only',
      { minLevel: 5 },
      {},
      'drop: notConcerned',
    ],
    [
      'is held longer when maintenance has begun',
      {},
      { maintainedUntilMs: LATER },
      'hold for maintenance until +60',
    ],
    [
      'is held longer when quiet hours have begun',
      { quietHours: includingNow },
      { heldFor: 'snooze' },
      'hold for quiet until +60',
    ],
    [
      'about a recovery is sent while the alarm stays recovered',
      {},
      { reason: 'recovered', confirmLevel: 0, isRecovered: true },
      'send',
    ],
    [
      'about a recovery is dropped when the alarm has occurred again',
      {},
      { reason: 'recovered' },
      'drop: overtaken',
    ],
  ])('%s', (_name, overrides, notice, outcome) => {
    expect(decisionText(release({ ...receiver, ...overrides }, { ...waiting, ...notice }, NOW))).toBe(
      outcome,
    );
  });
});

test('quiet hours end at the configured time', () => {
  expect(route({ ...receiver, quietHours: includingNow }, occurred, noMessage, NOW)).toEqual({
    kind: 'hold',
    for: 'quiet',
    untilMs: QUIET_END,
  });
});
