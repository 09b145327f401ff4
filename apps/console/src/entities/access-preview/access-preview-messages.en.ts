import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { accessPreview as ko } from './access-preview-messages.ko.ts';

export const accessPreview: SameKeys<typeof ko> = {
  confirmTitle: 'Confirm the change',
  confirmMoveSubs: 'Move the sub groups?',
  confirmMoveClusters: 'Move the clusters?',
  confirmOwner: 'Change the owner of the meta group?',
  confirmRights: 'Save the changed rights?',
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
  moreLines_one: 'and {{cnt}} more line',
  label: 'Who will see what',
};
