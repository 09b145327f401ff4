import './table-messages.ts';
import { DataTable, type DataTableProps } from '@gwanje/ui/data-table';
import type { PagerTexts } from '@gwanje/ui/list/table-pager';
import { useEffect } from 'react';
import { useT } from '#core/i18n/i18n.ts';
import { type Address, useAddress } from '#core/navigation/use-address.ts';
import { LoadFailed } from './load-failed.tsx';
import { type ListPage, lastPageNo, pageToAddress } from './page-address.ts';

interface PagedAnswer<Row> {
  readonly data: { readonly list: readonly Row[]; readonly totalCnt: number } | undefined;
  readonly error: Error | null;
  readonly isPlaceholderData: boolean;
  readonly refetch: () => Promise<unknown>;
}

type Answered = 'loadingLabel' | 'rows' | 'isRefreshing' | 'paging' | 'error';

interface PagedTableProps<Row> extends Omit<DataTableProps<Row>, Answered> {
  /** The query of the page in the address. */
  readonly query: PagedAnswer<Row>;
  readonly page: ListPage;
  readonly failedTitle: string;
  readonly counted?: 'things' | 'people';
}

/** A table with its page number in the address, and with its loading, failed and empty states. */
export function PagedTable<Row extends object>(props: PagedTableProps<Row>) {
  const { query, page, failedTitle, counted, ...table } = props;
  const { data, error } = query;
  const texts = useTableTexts(counted);
  const address = useAddress();
  useExistingPage(address, page, data?.totalCnt);
  return (
    <DataTable
      {...table}
      loadingLabel={texts.loading}
      rows={data?.list}
      isRefreshing={query.isPlaceholderData}
      paging={
        data && {
          page: { ...page, totalCnt: data.totalCnt },
          onChange: (next) => void address.change(pageToAddress(next)),
          texts: texts.pager,
        }
      }
      error={error && !data ? <LoadFailed title={failedTitle} query={query} /> : undefined}
    />
  );
}

/** Redirects from a page past the end to the last page: rows may have been deleted. */
function useExistingPage(address: Address, page: ListPage, totalCnt: number | undefined): void {
  const { pageNo, pageCnt } = page;
  const last = totalCnt === undefined ? pageNo : lastPageNo(totalCnt, pageCnt);
  useEffect(() => {
    if (pageNo > last) void address.change(pageToAddress({ pageNo: last, pageCnt }), { replace: true });
  });
}

/** The texts that every table needs; Korean counts people with another word than things. */
function useTableTexts(counted: 'things' | 'people' = 'things'): {
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
