import { expect, test } from 'vitest';
import { accessModesText } from './access-modes.ts';

test.each([
  [['ReadWriteMany', 'ReadWriteOnce', 'ReadOnlyMany'], 'RWO,ROX,RWX'],
  [['ReadWriteOncePod', 'ReadWriteMany'], 'RWX,RWOP'],
  [['ReadWriteOnce', 'ReadWriteOnce'], 'RWO'],
  [['SomethingNew', 'ReadWriteOnce'], 'RWO,SomethingNew'],
  [[], ''],
])('access modes %j are shown in the order of kubectl: %s', (modes, text) => {
  expect(accessModesText(modes)).toBe(text);
});
