import type { SameKeys } from '@gwanje/domain/i18n/messages';
import type { containers as ko } from './container-messages.ko.ts';

export const containers: SameKeys<typeof ko> = {
  list: 'Containers',
  tab: 'Containers',
  summary: 'Container summary',
  cpu: 'Container CPU',
  mem: 'Container memory',
  blockIO: 'Container block I/O',
};
