import { useEffect } from 'react';
import type { Address } from '#core/navigation/use-address.ts';
import { type ListPage, lastPageNo, pageToAddress } from './page-address.ts';

/** Redirects from a page past the end to the last page: rows may have been deleted. */
export function useExistingPage(address: Address, page: ListPage, totalCnt: number | undefined): void {
  const { pageNo, pageCnt } = page;
  const last = totalCnt === undefined ? pageNo : lastPageNo(totalCnt, pageCnt);
  useEffect(() => {
    if (pageNo > last) void address.change(pageToAddress({ pageNo: last, pageCnt }), { replace: true });
  });
}
