import type { PagerTexts } from '@gwanje/ui/list/table-pager';
import { useT } from '#core/i18n/i18n.ts';
import './table-messages.ts';

/** The texts that every table needs; Korean counts people with another word than things. */
export function useTableTexts(counted: 'things' | 'people' = 'things'): {
  readonly loading: string;
  readonly pager: PagerTexts;
} {
  const t = useT();
  return {
    loading: t('shell.loading'),
    pager: {
      total: (totalCnt) => t(counted === 'people' ? 'lists.totalPeople' : 'lists.total', { cnt: totalCnt }),
      pageCnt: t('lists.pageCnt'),
      pageOf: (pageNo) => t('lists.pageOf', { pageNo }),
      previous: t('lists.previous'),
      next: t('lists.next'),
    },
  };
}
