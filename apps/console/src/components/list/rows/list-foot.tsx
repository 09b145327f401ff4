import { formatCountOf } from '@gwanje/domain/formats/count';
import { formatNumber } from '@gwanje/domain/formats/number';
import { Icon, type IconName } from '@gwanje/ui/icon';
import { ActionIcon } from '@mantine/core';
import { memo } from 'react';
import { useStore } from 'zustand';
import { useLanguage, useT } from '#core/i18n/i18n.ts';
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
  const t = useT();
  const language = useLanguage();
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
  return (
    <>
      <Jump
        label={t('objectList.toStart')}
        icon="mdi-page-first"
        isOff={isAtStart}
        onJump={() => onJump(0)}
      />
      <Jump
        label={t('objectList.toEnd')}
        icon="mdi-page-last"
        isOff={isAtEnd}
        onJump={() => onJump(lastRow)}
      />
    </>
  );
});

interface JumpProps {
  readonly label: string;
  readonly icon: IconName;
  readonly isOff: boolean;
  readonly onJump: () => void;
}

function Jump({ label, icon, isOff, onJump }: JumpProps) {
  return (
    <ActionIcon size={24} aria-label={label} title={label} disabled={isOff} onClick={onJump}>
      <Icon name={icon} className={classes.vertical} />
    </ActionIcon>
  );
}
