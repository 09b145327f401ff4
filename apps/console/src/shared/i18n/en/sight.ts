import type { sight as ko } from '../ko/sight.ts';
import type { SameKeys } from '../message-types.ts';

export const sight: SameKeys<typeof ko> = {
  confirmTitle: 'Confirm the change',
  confirmMoveSubs: 'Moving the sub groups changes who can see their clusters, as below.',
  confirmMoveClusters: 'Moving the clusters changes who can see them, as below.',
  confirmOwner: 'Changing the owner changes who can see clusters, as below.',
  confirmRights: 'Saving changes who can see clusters, as below.',
  gained: 'Will see',
  lost: 'Will no longer see',
  nobody: 'Nobody is affected.',
  nobodyText: 'Everybody sees the same clusters as before.',
  users: 'Users',
  clusters: 'Clusters',
  userCnt: 'Users: {{cnt}}',
  moreUsers: 'and {{cnt}} more',
  moreClusters: 'and {{cnt}} more',
  moreLines: 'and {{cnt}} more lines',
  label: 'Who will see what',
};
