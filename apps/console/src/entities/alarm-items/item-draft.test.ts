import { type AlarmItemKey, type AlarmSetting, alarmItemKeys } from '@gwanje/contract/alarms/alarm-items';
import { alarmItems } from '@gwanje/domain/alarms/registry';
import { describe, expect, test } from 'vitest';
import {
  changedKeys,
  draftErrors,
  fieldsOf,
  type ItemChange,
  type ItemEntry,
  type ItemFields,
  NO_CHANGES,
  originAfter,
  ownSettings,
  parseItem,
} from './item-draft.ts';

function entryOf(itemKey: AlarmItemKey, over: Partial<ItemEntry> = {}): ItemEntry {
  const { standard } = alarmItems[itemKey];
  const origins = { origin: 'standard', inheritedOrigin: 'standard' } as const;
  return { itemKey, setting: standard, inherited: standard, ...origins, ...over };
}
const typed = (patch: Partial<ItemFields>): ItemChange => ({ isReverted: false, patch });
const reverted: ItemChange = { isReverted: true, patch: {} };

/** The cluster has its own setting, which overrides the template's. */
const own = entryOf('node.cpuUsage', {
  setting: { ...alarmItems['node.cpuUsage'].standard, warning: 50 },
  origin: 'cluster',
  inheritedOrigin: 'template',
});

describe('the typed fields', () => {
  test.each(alarmItemKeys)('leave %s unchanged if the figures of its standard setting are typed', (key) => {
    const entry = entryOf(key);
    for (const language of ['ko', 'en'] as const) {
      const change = typed(fieldsOf(entry, undefined, language));
      expect(parseItem(entry, change)).toEqual({ ok: true, setting: entry.setting });
      expect(changedKeys([entry], { [key]: change }, 'cluster')).toEqual([]);
    }
  });

  test('keep the exact bytes of an untouched figure that is shown in a larger unit', () => {
    const odd: AlarmSetting = { ...alarmItems['node.netRx'].standard, warning: 123_456_789 };
    const entry = entryOf('node.netRx', { setting: odd });
    expect(parseItem(entry, typed({ hold: '1분' }))).toEqual({ ok: true, setting: { ...odd, holdS: 60 } });
  });

  test.each<[AlarmItemKey, Partial<ItemFields>, object]>([
    ['node.cpuUsage', { warning: '많이' }, { warning: 'alarmItems.notANumber' }],
    ['node.cpuUsage', { warning: '-1' }, { warning: 'alarmItems.outOfRange' }],
    ['node.cpuUsage', { warning: '96' }, { critical: 'alarmItems.criticalTooLow' }],
    ['claim.daysUntilFull', { critical: '8' }, { critical: 'alarmItems.criticalTooHigh' }],
    ['node.cpuUsage', { warning: '', critical: ' ' }, { warning: 'alarmItems.noThreshold' }],
    ['node.cpuUsage', { margin: '85' }, { margin: 'alarmItems.marginTooLarge' }],
    ['node.cpuUsage', { hold: '이틀' }, { hold: 'alarmItems.holdError' }],
    ['node.cpuUsage', { hold: '25시간' }, { hold: 'alarmItems.holdError' }],
    ['pod.restarts', { window: '61' }, { window: 'alarmItems.windowError' }],
    ['pod.restarts', { window: '1.5' }, { window: 'alarmItems.windowError' }],
  ])('report an error of %s with %j at %j', (key, patch, fieldErrors) =>
    expect(draftErrors([entryOf(key)], { [key]: typed(patch) })).toEqual({ [key]: fieldErrors }),
  );

  test('set one level of a condition and clear the other', () => {
    const entry = entryOf('node.notReady');
    expect(parseItem(entry, typed({ level: 'warning' }))).toMatchObject({
      setting: { warning: 1, critical: null },
    });
  });
});

describe('the saved settings', () => {
  test('contain own settings and typed changes, but no inherited settings', () => {
    const entries = [own, entryOf('node.memUsage'), entryOf('node.inodes')];
    expect(Object.keys(ownSettings(entries, NO_CHANGES, 'cluster'))).toEqual(['node.cpuUsage']);
    const settings = ownSettings(entries, { 'node.inodes': typed({ critical: '99' }) }, 'cluster');
    expect(settings['node.inodes']).toEqual({ ...alarmItems['node.inodes'].standard, critical: 99 });
    expect(Object.keys(settings)).toEqual(['node.cpuUsage', 'node.inodes']);
  });

  test('drop a reverted item, which then shows its inherited origin', () => {
    const draft = { 'node.cpuUsage': reverted };
    expect(ownSettings([own], draft, 'cluster')).toEqual({});
    expect(changedKeys([own], draft, 'cluster')).toEqual(['node.cpuUsage']);
    expect(originAfter(own, reverted, 'cluster')).toBe('template');
    expect(fieldsOf(own, reverted, 'ko').warning).toBe('85');
    expect(originAfter(own, { isReverted: true, patch: { warning: '70' } }, 'cluster')).toBe('cluster');
  });

  test('stay the same if an item without an own setting is reverted', () =>
    expect(changedKeys([entryOf('node.cpuUsage')], { 'node.cpuUsage': reverted }, 'cluster')).toEqual([]));

  test('count invalid input as a change', () => {
    const draft = { 'node.cpuUsage': typed({ warning: 'x' }) };
    expect(changedKeys([own], draft, 'cluster')).toEqual(['node.cpuUsage']);
  });
});

test('applies a typed field to the setting that another user has saved meanwhile', () => {
  const draft = { 'node.cpuUsage': typed({ warning: '60' }) };
  const now = { ...own, setting: { ...own.setting, critical: 99 } };
  expect(ownSettings([now], draft, 'cluster')['node.cpuUsage']).toMatchObject({ warning: 60, critical: 99 });
});
