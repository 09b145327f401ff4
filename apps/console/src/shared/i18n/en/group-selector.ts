import type { groupSelector as ko } from '../ko/group-selector.ts';
import type { SameKeys } from '../message-types.ts';

export const groupSelector: SameKeys<typeof ko> = {
  title: 'Select groups',
  all: 'All',
  selected: '{{count}} selected',
  apply: 'Apply',
  empty: 'No group is allowed. Please ask an administrator for a group.',
  failed: 'The groups could not be loaded. Please try again.',
};
