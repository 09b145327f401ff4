import { MAX_PAGE_CNT } from '@gwanje/contract/definition/list';
import { parseIdText } from '@gwanje/domain/formats/id-text';
import { formatOrderKey, parseOrderKey } from '@gwanje/domain/lists/order-by';
import type { Sort } from '@gwanje/ui/data-table';
import type { AddressText } from '#core/navigation/use-address.ts';

export const DEFAULT_PAGE_CNT = 20;

export interface ListPage {
  readonly pageNo: number;
  readonly pageCnt: number;
}

/** Ignores invalid parts: an address typed by hand or saved by an older version still opens the list. */
export function pageFromAddress(search: AddressText): ListPage {
  const pageCnt = parseIdText(search.pageCnt) ?? DEFAULT_PAGE_CNT;
  return { pageNo: parseIdText(search.pageNo) ?? 1, pageCnt: Math.min(pageCnt, MAX_PAGE_CNT) };
}

/** Default values are left out of the address. */
export function pageToAddress({ pageNo, pageCnt }: ListPage): AddressText {
  return {
    pageNo: pageNo === 1 ? undefined : String(pageNo),
    pageCnt: pageCnt === DEFAULT_PAGE_CNT ? undefined : String(pageCnt),
  };
}

/** `orderBy=-createdAt,name`; unknown and repeated keys are ignored. */
export function sortFromAddress(search: AddressText, keys: readonly string[]): Sort[] {
  const sort = new Map<string, Sort>();
  for (const text of (search.orderBy ?? '').split(',')) {
    const order = parseOrderKey(text);
    if (order && keys.includes(order.key) && !sort.has(order.key))
      sort.set(order.key, { id: order.key, descending: order.order === 'desc' });
  }
  return [...sort.values()];
}

/** A new order starts at the first page. */
export function sortToAddress(sort: readonly Sort[]): AddressText {
  const orderBy = sort.map(({ id, descending }) =>
    formatOrderKey({ key: id, order: descending ? 'desc' : 'asc' }),
  );
  return { orderBy: orderBy.length === 0 ? undefined : orderBy.join(','), pageNo: undefined };
}

/** The last page that has rows; a page past the end is shown as that one. */
export function lastPageNo(totalCnt: number, pageCnt: number): number {
  return Math.max(1, Math.ceil(totalCnt / pageCnt));
}
