import { formatCountOf, formatNumber } from '@gwanje/domain/formats/numbers';
import { IconButton } from '@gwanje/ui/buttons';
import { memo } from 'react';
import { useStore } from 'zustand';
import { useT, useTexts } from '#core/i18n/i18n.ts';
import type { ListDeclaration } from '../define-list.ts';
import classes from '../object-list.module.css';
import { MAX_SCROLL_ROWS, type RangeStore } from '../state/use-list-pages.ts';

interface ListFootProps<Row> {
  readonly declaration: ListDeclaration<Row>;
  readonly ranges: RangeStore;
  /** Undefined: no answer yet. */
  readonly totalCnt: number | undefined;
  readonly notice: string | null;
  readonly onJump: (index: number) => void;
}

/** The rows in view of the total: '1,201–1,240 / 100,000'. */
export function ListFoot<Row>({ declaration, ranges, notice, onJump, ...props }: ListFootProps<Row>) {
  const { totalCnt = 0 } = props;
  const { t, language } = useTexts();
  const { first, last } = useStore(ranges);
  const scrollCnt = Math.min(totalCnt, MAX_SCROLL_ROWS);
  return (
    <footer className={classes.foot}>
      <span>
        {props.totalCnt !== undefined &&
          t('objectList.total', { totalText: formatCountOf(declaration.counted, totalCnt, language) })}
      </span>
      {totalCnt > MAX_SCROLL_ROWS && (
        <span className={classes.footHint}>
          {t('objectList.tooMany', { cnt: formatNumber(MAX_SCROLL_ROWS) })}
        </span>
      )}
      <span className={classes.notice} role="status">
        {notice}
      </span>
      <span className={classes.footEnd}>
        <span className={classes.position}>
          {last >= first && totalCnt > 0
            ? `${formatNumber(first + 1)}–${formatNumber(last + 1)} / ${formatNumber(totalCnt)}`
            : ''}
        </span>
        <Jumps
          isAtStart={first === 0}
          isAtEnd={last >= scrollCnt - 1}
          lastRow={scrollCnt - 1}
          onJump={onJump}
        />
      </span>
    </footer>
  );
}

interface JumpsProps extends Pick<ListFootProps<never>, 'onJump'> {
  readonly isAtStart: boolean;
  readonly isAtEnd: boolean;
  readonly lastRow: number;
}

/** A separate component, because the rows in view change with every frame of a scroll. */
const Jumps = memo(function Jumps({ isAtStart, isAtEnd, lastRow, onJump }: JumpsProps) {
  const t = useT();
  const jumps = [
    ['objectList.toStart', 'mdi-page-first', isAtStart, 0],
    ['objectList.toEnd', 'mdi-page-last', isAtEnd, lastRow],
  ] as const;
  return jumps.map(([key, icon, isThere, row]) => (
    <IconButton
      icon={icon}
      className={classes.vertical}
      label={t(key)}
      key={key}
      size={24}
      disabled={isThere}
      onClick={() => onJump(row)}
    />
  ));
});
