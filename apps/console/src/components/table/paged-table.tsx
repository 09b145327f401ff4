import { DataTable, type DataTableProps } from '@gwanje/ui/data-table';
import { useAddress } from '#core/navigation/use-address.ts';
import { LoadFailed } from './load-failed.tsx';
import { type ListPage, pageToAddress } from './page-address.ts';
import { useExistingPage } from './use-existing-page.ts';
import { useTableTexts } from './use-table-texts.ts';

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
