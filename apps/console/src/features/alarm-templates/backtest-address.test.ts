import { alarmItems } from '@gwanje/domain/alarms/registry';
import { expect, test } from 'vitest';
import { ownSettings } from '#entities/alarm-items/item-draft.ts';
import { proposedDraft, proposedItem } from './backtest-address.ts';

test('the proposal of a report becomes the setting of the item', () => {
  const proposed = proposedItem({ item: 'node.cpuUsage', holdS: '600', margin: '8' });
  expect(proposed).toEqual({ itemKey: 'node.cpuUsage', holdS: 600, margin: 8 });
  if (!proposed) return;
  const { standard } = alarmItems['node.cpuUsage'];
  const entry = {
    itemKey: 'node.cpuUsage',
    setting: standard,
    origin: 'standard',
    inherited: standard,
    inheritedOrigin: 'standard',
  } as const;
  for (const language of ['ko', 'en'] as const)
    expect(ownSettings([entry], proposedDraft(proposed, language), 'template')).toEqual({
      'node.cpuUsage': { ...standard, holdS: 600, recoveryMargin: 8 },
    });
});

test.each([
  ['an unknown item', { item: 'node.colour', holdS: '60', margin: '0' }],
  ['a hold beyond a day', { item: 'node.cpuUsage', holdS: '86401', margin: '0' }],
  ['no margin', { item: 'node.cpuUsage', holdS: '60' }],
])('an address with %s proposes nothing', (_what, search) => expect(proposedItem(search)).toBeNull());
