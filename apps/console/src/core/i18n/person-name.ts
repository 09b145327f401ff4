import { isPseudonym } from '@gwanje/contract/users/pseudonym';
import type { Translate } from './i18n.ts';

/** A stored name as it is shown: of an erased person only the user number is left. */
export function personName(name: string, t: Translate): string {
  return isPseudonym(name) ? t('common.erasedUser', { no: name }) : name;
}
