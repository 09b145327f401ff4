import '@mantine/core/styles/Pagination.css';
import '@mantine/core/styles/Combobox.css';
import { NativeSelect, Pagination } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from '../data-table.module.css';

export interface TablePage {
  /** From 1. */
  readonly pageNo: number;
  readonly pageCnt: number;
  readonly totalCnt: number;
}

export interface PagerTexts {
  readonly total: (totalCnt: number) => string;
  readonly pageCnt: string;
  readonly pageOf: (pageNo: number) => string;
  readonly previous: string;
  readonly next: string;
}

interface TablePagerProps {
  readonly page: TablePage;
  readonly pageCntChoices?: readonly number[];
  readonly onChange: (change: { pageNo: number; pageCnt: number }) => void;
  readonly texts: PagerTexts;
  readonly extra?: ReactNode;
}

const PAGE_CNT_CHOICES = [20, 50, 100];

export function TablePager(props: TablePagerProps) {
  const { page, pageCntChoices = PAGE_CNT_CHOICES, onChange, texts, extra } = props;
  const pages = Math.max(1, Math.ceil(page.totalCnt / page.pageCnt));
  const choices = [...new Set([...pageCntChoices, page.pageCnt])].sort((a, b) => a - b);
  return (
    <div className={classes.foot}>
      <span aria-live="polite">{texts.total(page.totalCnt)}</span>
      {extra}
      <div className={classes.footEnd}>
        <div className={classes.pageCnt}>
          <span aria-hidden="true">{texts.pageCnt}</span>
          <NativeSelect
            aria-label={texts.pageCnt}
            value={String(page.pageCnt)}
            data={choices.map(String)}
            // The first row stays on the page.
            onChange={(event) => {
              const pageCnt = Number(event.currentTarget.value);
              onChange({ pageCnt, pageNo: Math.floor(((page.pageNo - 1) * page.pageCnt) / pageCnt) + 1 });
            }}
          />
        </div>
        {pages > 1 && (
          <Pagination
            size="sm"
            total={pages}
            value={Math.min(page.pageNo, pages)}
            onChange={(pageNo) => onChange({ pageNo, pageCnt: page.pageCnt })}
            getItemProps={(pageNo) => ({ 'aria-label': texts.pageOf(pageNo) })}
            getControlProps={(control) => ({
              'aria-label': control === 'previous' ? texts.previous : texts.next,
            })}
          />
        )}
      </div>
    </div>
  );
}
